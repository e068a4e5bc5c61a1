import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { apiOf, decided } from './decided.ts'

const A = 'svc-key-ada-admin'
const BEN = 'svc-key-ben-admin'
const NOBODY = 'nobody'
const E3 = '00000000-0000-4000-8000-0000000000e3'

/** Request, its answer as we assume, and that under the alternative. */
type Row = readonly [id: string, ask: string, key: string, body: object | undefined, ours: string, theirs: string]

describe('an alternative holds at each door over HTTP', () => {
  it.each<Row>([
    ['A-10/1', `POST /revisions/${E3}/reset`, 'eve', undefined, '403 forbidden', '404 revision_not_found'],
    ['A-10/1', 'GET /blobs/acme/notes', 'eve', undefined, '404 blob_not_found', '404 org_not_found'],
    ['A-55/1', 'POST /members/target/org/acme', A, { user_id: 'ada', role: 'read' }, '409 member_exists', '200'],
    ['A-157/1', `GET /users/target/user/${NOBODY}`, A, undefined, '404 user_not_found', '400 invalid_request_body'],
    [
      'A-159/1',
      'POST /members/target/org/acme',
      A,
      { user_id: NOBODY, role: 'read' },
      '404 user_not_found',
      '400 invalid_request_body',
    ],
    [
      'A-159/1',
      'POST /members/target/org/acme',
      A,
      { user_id: 'ben', role: 'read' },
      '409 member_exists',
      '400 invalid_request_body',
    ],
    [
      'A-411/3',
      'PATCH /orgs/acme',
      'svc-key-acme-write',
      { name: 'x', visibility: 'private' },
      '403 forbidden',
      '403 forbidden',
    ],
    ['A-346/1', 'GET /orgs/nope?odd=1', A, undefined, '404 org_not_found', '400 invalid_request_body'],
    ['A-353/1', 'POST /blobs/nope', A, { alias: 'x', type: 'zip' }, '400 invalid_request_body', '404 org_not_found'],
    ['A-353/1', 'POST /blobs/acme', BEN, { alias: 'x', type: 'zip' }, '400 invalid_request_body', '403 forbidden'],
  ])('%s: %s', async (id, ask, key, body, ours, theirs) => {
    const answer = async (...otherwise: string[]) => {
      const emulator = decided(...otherwise)
      emulator.world.users.insert({ alias: 'eve' })
      emulator.world.api_keys.insert({
        key: 'eve',
        user: 'eve',
        target: 'user',
        target_id: 'eve',
        role: 'admin',
        created_by: 'eve',
      })
      const [method, path] = ask.split(' ') as [string, string]
      const { status, body: sent } = await apiOf(emulator).request(method, path, { as: key, json: body })
      return [status, sent.error ?? ''].join(' ').trim()
    }
    expect([await answer(), await answer(id)]).toEqual([ours, theirs])
  })

  it('A-55/1: a membership takes the place of another beyond the limits, too', async () => {
    const emulator = createEmulator({ settings: { otherwise: ['A-55/1'], limits: { orgs_per_user: 1 } } })
    const { status } = await apiOf(emulator).post('/members/target/org/acme', A, { user_id: 'ada', role: 'read' })
    expect(status).toBe(200)
  })

  it('A-353/1 says which types are enabled', async () => {
    const { error, limit, message } = (
      await apiOf(decided('A-353/1')).post('/blobs/acme', A, { alias: 'x', type: 'zip' })
    ).body
    expect([error, limit.allowed]).toEqual(['invalid_blob_type', ['text', 'onnx', 'dataset']])
    expect(message).toBe("Blob type 'zip' is not enabled for organization 'acme'.")
  })

  it('A-386/1 names the path that was sent', async () => {
    const { body } = await apiOf(decided('A-386/1')).get('/nopath/', A)
    expect(body.message).toContain("'/nopath/'")
  })

  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'A-99/1 has a walk fail whose record was deleted (seed %i)',
    async (seed) => {
      const api = apiOf(createEmulator({ seed, settings: { otherwise: ['A-99/1'] } }))
      const { last_session_id: last } = (await api.post('/workflow/list_sessions', A, { org_id: 'acme' })).body
      await api.post('/workflow/delete_session', A, { session_id: last })
      const next = await api.post('/workflow/list_sessions', A, { org_id: 'acme', start_session_id: last })
      expect([next.status, next.body.error]).toEqual([500, 'internal_error'])
    },
  )
})

/** Opens a socket, and answers calls on it: the result, the error of the API, or the code of its closing. */
function open(emulator: Emulator, headers: Readonly<Record<string, string>>) {
  let last: unknown
  const send = (text: string): void => {
    const { result, error } = JSON.parse(text)
    last = error === undefined ? result : (error.data?.error ?? error.code)
  }
  const socket = emulator.connect({ url: '/v1/realtime', headers, send, close: (code) => (last = code) })
  return async (method: string, params: object): Promise<unknown> => {
    socket.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    await Promise.resolve()
    return last
  }
}

describe('an alternative holds at each door of a socket', () => {
  const session = { session: expect.anything() }
  const refused = 1008
  const key = { 'x-api-key': A }

  it.each([
    ['A-56/1', { authorization: 'Bearer wrong', ...key }, refused, session],
    ['A-56/1', { authorization: 'Bearer svc-token-ada', 'x-api-key': 'wrong' }, session, refused],
    ['A-361/1', { authorization: 'bearer svc-token-ada' }, session, refused],
  ])('%s: an upgrade with %o', async (id, headers, ours, theirs) => {
    const ask = async (...otherwise: string[]) =>
      open(decided(...otherwise), headers)('workflow.get_session', { session_id: 'run-01' })
    expect(await ask()).toEqual(ours)
    expect(await ask(id)).toEqual(theirs)
  })

  it.each([
    ['A-15/1', { api_key: 'svc-key-bot-write' }, 'unauthenticated', 'forbidden'],
    ['A-38/1', { api_key: A, more: 1 }, 'invalid_request_body', {}],
    ['A-343/1', { api_key: A, access_token: null }, 'invalid_request_body', {}],
  ])('%s: session.authenticate %o', async (id, params, ours, theirs) => {
    const ask = async (...otherwise: string[]) => {
      const emulator = decided(...otherwise)
      await apiOf(emulator).delete('/users/build-bot', A)
      return open(emulator, {})('session.authenticate', params)
    }
    expect([await ask(), await ask(id)]).toEqual([ours, theirs])
  })

  it('A-404/1: a call without credentials ends none', async () => {
    const call = open(decided('A-404/1'), key)
    expect(await call('session.authenticate', {})).toBe('invalid_request_body')
    expect(await call('workflow.get_session', { session_id: 'run-01' })).toEqual(session)
    expect(await call('session.authenticate', { api_key: 'wrong' })).toBe('unauthenticated')
    expect(await call('workflow.get_session', { session_id: 'run-01' })).toBe('unauthenticated')
  })

  it('A-345/1: credentials with a key that comes twice do not hold', () => {
    const codes: unknown[] = []
    const send = (text: string): unknown => codes.push(JSON.parse(text).error?.data.error)
    const socket = decided('A-345/1').connect({ url: '/v1/realtime', headers: {}, send, close: () => {} })
    const call = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
    socket.receive(call('session.authenticate', `{"api_key":"wrong","api_key":"${A}"}`))
    socket.receive(call('session.authenticate', `{"access_token":"x","api_key":"${A}","api_key":"${A}"}`))
    socket.receive(call('workflow.get_session', '{"session_id":"run-01"}'))
    expect(codes).toEqual(['invalid_request_body', 'invalid_request_body', 'unauthenticated'])
  })

  it('A-402/2: a notification without parameters is not answered', () => {
    const answered = (...otherwise: string[]): number => {
      let answers = 0
      const socket = decided(...otherwise).connect({
        url: '/v1/realtime',
        headers: key,
        send: () => answers++,
        close: () => {},
      })
      socket.receive('{"jsonrpc":"2.0","method":"workflow.list_sessions","params":null}')
      return answers
    }
    expect([answered(), answered('A-402/2'), answered('A-402/1')]).toEqual([1, 0, 1])
  })

  it.each([
    ['A-402/2', 'null', -32600, -32602],
    ['A-402/2', '{}', -32602, -32602],
  ])('%s: session.authenticate with %s', (id, params, ours, theirs) => {
    const ask = (...otherwise: string[]) => {
      let code: unknown
      const send = (text: string) => (code = JSON.parse(text).error.code)
      const socket = decided(...otherwise).connect({ url: '/v1/realtime', headers: {}, send, close: () => {} })
      socket.receive(`{"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":${params}}`)
      return code
    }
    expect([ask(), ask(id)]).toEqual([ours, theirs])
  })

  it('A-316/1: refusals that change places say so', async () => {
    const emulator = decided('A-316/1')
    const ids: unknown[] = []
    const send = (text: string): unknown => ids.push(...[JSON.parse(text)].flat().map(({ id }) => id))
    const socket = emulator.connect({ url: '/v1/realtime', headers: key, send, close: () => {} })
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'workflow.get_session', params: { session_id: 'no' } })
    socket.receive(JSON.stringify([call(1), call(2)]))
    await Promise.resolve()
    expect(ids).toEqual([2, 1])
    expect(emulator.journal.entries().at(-1)!.notes).toContainEqual(expect.stringContaining('otherwise, A-316/1'))
  })

  it('A-315/1: a key whose organization is gone reaches nothing, and nothing fails', async () => {
    const emulator = decided('A-315/1')
    const { api_key: own } = (await apiOf(emulator).post('/api-keys/target/org/ada-lab', A, { role: 'read' })).body
    const call = open(emulator, { 'x-api-key': own.key })
    await apiOf(emulator).delete('/orgs/ada-lab', A)
    expect(await call('workflow.get_session', { session_id: 'run-01' })).toBe('forbidden')
  })
})
