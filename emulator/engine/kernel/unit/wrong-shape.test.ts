import { expect, test } from 'vitest'
import { direct } from '../../../../tests/conformance/direct.ts'

const as = 'svc-key-ada-admin'
const objects = '/workflow/list_session_objects'
const sessions = '/workflow/list_sessions'

test.each<[string, string, object | string, string[]]>([
  ['POST', '/users', { alias: 'x' }, ['A-6', 'A-342']],
  ['POST', '/users', { name: 7, alias: 'x' }, ['A-6', 'A-342']],
  ['POST', '/users', { name: 'x', alias: null }, ['A-6', 'A-343']],
  ['POST', '/users', { name: 'x', alias: 'a/b' }, ['A-6', 'A-64']],
  ['POST', '/users', { name: 'x', alias: 'me' }, ['A-6', 'A-64']],
  ['POST', '/users', { name: 'x', alias: '..' }, ['A-6', 'A-87']],
  ['PATCH', '/orgs/acme', { alias: '.' }, ['A-6', 'A-87']],
  ['POST', '/workflow/create_session', { org_id: 'acme', alias: '.' }, ['A-6', 'A-87']],
  ['POST', '/users', '{"name":"x","alias":9007199254740993}', ['A-6', 'A-342']],
  ['POST', '/users', { name: 'x', alias: 'x', admin: true }, ['A-6', 'A-38']],
  ['POST', '/users', '[1]', ['A-6', 'A-342']],
  ['POST', '/users', 'null', ['A-6', 'A-342']],
  ['POST', '/users', '{"name":', ['A-6', 'A-342']],
  ['POST', objects, { session_id: 'run-01', limit: '10' }, ['A-6', 'A-409']],
  ['POST', objects, { session_id: 'run-01', limit: 1.5 }, ['A-6', 'A-409']],
  ['POST', objects, { session_id: 'run-01', limit: null }, ['A-6', 'A-343']],
  ['POST', objects, { limit: 10 }, ['A-6', 'A-342']],
  ['POST', sessions, { org_id: 'acme', start_session_id: 5 }, ['A-6', 'A-34']],
  ['POST', '/scheduler/list_executions', {}, ['A-6', 'A-342']],
  ['POST', '/workflow/create_definition', { org_id: 'acme', body: { nodes: [], edges: [], x: 1 } }, ['A-6', 'A-38']],
  ['POST', '/workflow/create_session', { org_id: 'ada-lab', definition_id: 'ingest' }, ['A-6', 'A-377']],
  ['POST', '/workflow/start_execution', { definition_id: 'nightly', session_id: 'run-01' }, ['A-6', 'A-377']],
  ['PUT', '/blobs/acme/weights/metadata/x', { '': 1 }, ['A-6', 'A-342']],
  ['PUT', '/blobs/acme/weights/metadata/%E0%A4', { a: 1 }, ['A-6', 'A-342']],
  ['GET', '/blobs/acme/weights/revisions?limit=5&limit=6', '', ['A-6', 'A-342']],
  ['PUT', '/revisions/00000000-0000-4000-8000-0000000000e4/model', '', ['A-6', 'A-416']],
])('%s %s with %j is refused by what says so', async (method, path, body, cited) => {
  const { api, emulator } = direct()
  const headers = { 'content-type': path.endsWith('/model') ? 'application/octet-stream' : 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await api.request(method, path, { as, headers, ...(text !== '' && { body: text }) })
  expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request_body'])
  expect(emulator.journal.entries().at(-1)!.assumptions).toEqual(cited)
})

test('a number beyond the maximum is above it, however large', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post(objects, as, { session_id: 'run-01', limit: 1e21 })
  expect([status, body.error]).toEqual([400, 'invalid_limit'])
  expect(emulator.journal.entries().at(-1)!.clauses).toContain('pagination.opaque.limit-above-maximum-refused')
})
