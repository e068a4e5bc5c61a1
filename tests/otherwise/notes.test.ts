import { describe, expect, it } from 'vitest'
import { apiOf, decided } from './decided.ts'

const A = 'svc-key-ada-admin'
const BEN = 'svc-key-ben-admin'

describe('an answer says that something is so only where it is', () => {
  it.each([
    ['A-6/1', 'POST /blobs/ben-lab', BEN, { alias: 'x', type: 'onnx' }],
    [
      'A-29/1',
      'POST /workflow/query_session_graph',
      A,
      { session_id: 'run-01', start: '00000000-0000-4000-8000-000000000601' },
    ],
    ['A-29/2', 'POST /workflow/list_session_objects', A, { session_id: 'run-01' }],
    ['A-419/1', 'POST /users/build-bot/acting-token', BEN, {}],
  ])('%s: not %s', async (id, ask, as, body) => {
    const emulator = decided(id)
    await apiOf(emulator).post(ask.slice('POST '.length), as, body)
    expect(emulator.journal.entries()[0]!.notes.join()).not.toContain(id)
  })
})

it.each([
  ['A-357/1', 'A-395'],
  ['A-412/1', 'A-101'],
])('%s: the refusal does not cite %s, which is about something else', async (id, other) => {
  const emulator = decided(id)
  const api = apiOf(emulator)
  if (id === 'A-412/1')
    await api.request('PUT', `/revisions/00000000-0000-4000-8000-0000000000e1/metadata/x`, {
      as: A,
      json: { metadata: {} },
    })
  else {
    const { execution } = (await api.post('/workflow/start_execution', A, { definition_id: 'ingest' })).body
    await api.post('/workflow/cancel_execution', A, { execution_id: execution.id })
    await api.post('/workflow/cancel_execution', A, { execution_id: execution.id })
  }
  const { assumptions, notes } = emulator.journal.entries().at(-1)!
  expect(notes.join()).toContain(id)
  expect(assumptions).not.toContain(other)
})

it('A-410/1: a call on a socket with wrong credentials says what let it open', () => {
  const emulator = decided('A-410/1')
  const headers = { 'x-api-key': 'nope' }
  const socket = emulator.connect({ url: '/v1/realtime', headers, send: () => {}, close: () => {} })
  socket.receive('{"jsonrpc":"2.0","id":1,"method":"workflow.get_session","params":{"session_id":"run-01"}}')
  const { assumptions, notes, error } = emulator.journal.entries().at(-1)!
  expect(error).toBe('unauthenticated')
  expect(assumptions).toContain('A-410')
  expect(notes).toContainEqual(expect.stringMatching(/^otherwise, A-410\/1: /))
})

it('A-104/1: what everyone reads is not shown because it is public', async () => {
  const emulator = decided('A-104/1')
  const { operation } = (await apiOf(emulator).post('/blobs/ada-lab', A, { alias: 'x', type: 'text' })).body
  expect((await apiOf(emulator).get(`/operations/${operation.id}`, BEN)).status).toBe(200)
  expect(emulator.journal.entries().at(-1)!.assumptions).not.toContain('A-10')
})

it('A-419/1: the refusal of a token that expired early says so', async () => {
  const emulator = decided('A-419/1')
  const api = apiOf(emulator)
  const { token } = (await api.post('/users/build-bot/acting-token', A)).body
  emulator.clock.advance('20m')
  expect((await api.get('/users/me', { bearer: token })).status).toBe(401)
  expect(emulator.journal.entries().at(-1)!.notes.join()).toContain('otherwise, A-419/1')
})

it('A-324/1: a listing without firings does not say from when periods are counted', async () => {
  const emulator = decided('A-324/1')
  const api = apiOf(emulator)
  const { schedule } = (
    await api.post('/scheduler/create_schedule', A, {
      org_id: 'acme',
      definition_id: 'ingest',
      every_seconds: 60,
    })
  ).body
  const listed = async () => {
    await api.post('/scheduler/list_executions', A, { schedule_id: schedule.id })
    return emulator.journal.entries().at(-1)!.assumptions.includes('A-324')
  }
  expect(await listed()).toBe(false)
  emulator.clock.advance('1m')
  expect(await listed()).toBe(true)
})

it.each([
  ['/nowhere', 404, ['A-90', 'A-386']],
  ['/orgs', 405, ['A-90', 'A-393']],
  ['/orgs/nothing', 404, ['A-7', 'A-90']],
])('HEAD %s: the status of a refusal says what decided it', async (path, status, assumptions) => {
  const emulator = decided()
  expect((await apiOf(emulator).request('HEAD', path, { as: A })).status).toBe(status)
  expect(emulator.journal.entries()[0]!.assumptions.toSorted()).toEqual(assumptions.toSorted())
})
