import { expect, it } from 'vitest'
import { BELOW_ANSWERS } from '../../emulator/contract/assume.ts'
import { assumptions } from '../../emulator/contract/assumptions.ts'
import { clientAssumptions } from '../../emulator/contract/assumptions/client.ts'
import { readSources } from '../mutants/edits.ts'
import { direct } from './direct.ts'
import { createEmulator } from '../../emulator/host/emulator.ts'

type Ask = readonly [assumption: string, method: string, path: string, body?: unknown]

const executions = '/workflow/cancel_execution'
const finished = '00000000-0000-4000-8000-000000000301'

const asks: readonly Ask[] = [
  ['A-101', 'POST', '/revisions/00000000-0000-4000-8000-0000000000e1/commit'],
  ['A-101', 'POST', '/revisions/00000000-0000-4000-8000-0000000000e3/commit'],
  ['A-103', 'POST', '/blobs/acme/weights/revisions', {}],
  ['A-386', 'GET', '/users/me/'],
  ['A-151', 'PATCH', '/users/old-bot', { name: 'Old' }],
  ['A-152', 'DELETE', '/users/ada'],
  ['A-153', 'POST', '/users', { name: 'New', alias: 'new-bot' }],
  ['A-154', 'POST', '/orgs', { name: 'Tools' }],
  ['A-156', 'GET', '/orgs/acme/limits'],
  ['A-157', 'GET', '/users/target/user/me'],
  ['A-159', 'POST', '/members/target/org/ada-lab', { user_id: 'ben', role: 'read' }],
  ['A-20', 'POST', '/api-keys/target/org/acme', { role: 'read' }],
  ['A-181', 'PATCH', '/users/me', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`f${n}`, n]))],
  ['A-342', 'PATCH', '/users/me', { name: 7 }],
  ['A-301', 'POST', '/workflow/create_session', { org_id: 'acme' }],
  ['A-358', 'POST', '/workflow/list_session_graph_neighbors', { session_id: 'run-01', element_id: 'nothing' }],
  ['A-319', 'POST', '/workflow/check_definition', { body: { nodes: [], edges: [] } }],
  ['A-320', 'POST', '/workflow/get_execution', { execution_id: finished }],
  ['A-357', 'POST', executions, { execution_id: finished }],
  ['A-322', 'POST', '/workflow/list_session_events', { session_id: 'run-01' }],
  ['A-324', 'POST', '/scheduler/list_executions', { org_id: 'acme' }],
]

it.for(asks)('%s is cited by %s %s', async ([assumption, method, path, body]) => {
  const emulator = createEmulator()
  await emulator.fetch(`http://emulator/v1${path}`, {
    method,
    headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(emulator.journal.entries().at(-1)?.assumptions).toContain(assumption)
})

it('A-100 is cited by the operation that deleted its target, once it is over', async () => {
  const emulator = createEmulator()
  const ask = async (method: string, path: string) =>
    (
      await emulator.fetch(`http://emulator/v1${path}`, { method, headers: { 'x-api-key': 'svc-key-ada-admin' } })
    ).json()
  const { operation } = await ask('DELETE', '/blobs/acme/notes')
  emulator.clock.advance('10s')
  expect((await ask('GET', `/operations/${operation.id}`)).operation.target_id).toBeNull()
  expect(emulator.journal.entries().at(-1)?.assumptions).toContain('A-100')
})

const citedBy = async (path: string, body?: unknown, key = 'svc-key-ada-admin') => {
  const emulator = createEmulator()
  await emulator.fetch(`http://emulator/v1${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  })
  return emulator.journal.entries().at(-1)!.clauses
}

it('text in the place of a cursor that was left out is no modified cursor', async () => {
  const modified = 'pagination.opaque.modified-cursor-refused'
  expect(await citedBy('/blobs/acme/weights/revisions?cursor=')).not.toContain(modified)
  expect(await citedBy('/blobs/acme/weights/revisions?cursor=null')).not.toContain(modified)
  expect(await citedBy('/workflow/list_session_objects', { session_id: 'run-01', cursor: '' })).not.toContain(modified)
  expect(await citedBy('/blobs/acme/weights/revisions?cursor=x'), 'no cursor was answered yet').not.toContain(modified)
  const { api, emulator } = direct()
  const { cursor } = (await api.get('/blobs/acme/weights/revisions?limit=1', 'svc-key-ada-admin')).body
  await api.get(`/blobs/acme/weights/revisions?cursor=${cursor}x`, 'svc-key-ada-admin')
  expect(emulator.journal.entries().at(-1)!.clauses).toContain(modified)
})

it('checking a definition shows that a key with a scope drives commands', async () => {
  const body = { body: { nodes: [], edges: [] } }
  const check = '/workflow/check_definition'
  expect(await citedBy(check, body, 'svc-key-weights-read')).toContain('keys.scope.blob-key-drives-commands')
  expect(await citedBy(check, body, 'svc-key-acme-write')).toContain('keys.scope.org-key-drives-commands')
})

it('how many calls a batch holds is a setting', () => {
  const emulator = createEmulator({ settings: { limits: { batch_calls: 2 } } })
  const sent: string[] = []
  const session = emulator.connect({ url: '/v1/realtime', send: (text) => sent.push(text), close: () => {} })
  const call = { jsonrpc: '2.0', method: 'workflow.list_sessions', id: 1 }
  session.receive(JSON.stringify([call, call]))
  session.receive(JSON.stringify([call, call, call]))
  expect(JSON.parse(sent[0]!)).toHaveLength(2)
  expect(JSON.parse(sent[1]!)).toMatchObject({
    error: { data: { limit: { name: 'batch_calls', max: 2, current: 3 } } },
  })
})

it('A-345 is cited where a key comes twice, in a body and on a socket, A-399 where a byte order mark comes first', async () => {
  const emulator = createEmulator()
  const ask = async (body: string) => {
    await emulator.fetch('http://emulator/v1/users/me', {
      method: 'PATCH',
      headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body,
    })
    return emulator.journal
      .entries()
      .at(-1)!
      .assumptions.filter((id) => ['A-345', 'A-399'].includes(id))
  }
  expect(await ask('{"name":"a","name":"b"}')).toEqual(['A-345'])
  expect(await ask('\ufeff{"name":"a"}')).toEqual(['A-399'])
  expect(await ask('{"name":"a"}')).toEqual([])
  const socket = emulator.connect({ url: '/v1/realtime?api_key=svc-key-ada-admin', send() {}, close() {} })
  for (const params of ['{"body":1,"body":{"nodes":[],"edges":[]}}', '{"body":{"nodes":[],"edges":[]}}'])
    socket.receive(`{"jsonrpc":"2.0","id":1,"method":"workflow.check_definition","params":${params}}`)
  expect(
    emulator.journal
      .entries()
      .slice(-2)
      .map(({ assumptions }) => assumptions.includes('A-345')),
  ).toEqual([true, false])
})

it('A-315 is cited where the credentials of a socket have ended since it was opened', () => {
  const emulator = createEmulator()
  const session = emulator.connect({ url: '/v1/realtime?api_key=svc-key-acme-write', send: () => {}, close: () => {} })
  const call = '{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":{"org_id":"acme"}}'
  const rests = () => {
    session.receive(call)
    return emulator.journal.entries().at(-1)!.assumptions.includes('A-315')
  }
  expect(rests()).toBe(false)
  emulator.world.api_keys.delete('00000000-0000-4000-8000-000000000805')
  expect(rests()).toBe(true)
})

it('each assumption about answers is cited by the code that obeys it', () => {
  const sources = [...readSources()].filter(([file]) => file.startsWith('emulator/') && !file.includes('/assumptions/'))
  const code = sources.map(([, text]) => text).join('\n')
  const aboutAnswers = assumptions.filter(
    ({ id, unobservable = '' }) => !Object.hasOwn(clientAssumptions, id) && unobservable !== BELOW_ANSWERS,
  )
  expect(aboutAnswers.length).toBeGreaterThan(70)
  expect(aboutAnswers.filter(({ id }) => !code.includes(`'${id}'`)).map(({ id }) => id)).toEqual([])
})
