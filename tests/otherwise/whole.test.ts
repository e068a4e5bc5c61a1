import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { send } from '../helpers/kernel.ts'
import { apiOf, decided } from './decided.ts'

const A = 'svc-key-ada-admin'

describe('A-90/1: no path takes HEAD', () => {
  const ask = async (method: string, path: string) => {
    const emulator = createEmulator({ explain: true, settings: { otherwise: ['A-90/1'] } })
    const { status, headers } = await emulator.fetch(`http://emulator/v1${path}`, { method })
    return [status, headers.get('allow'), headers.get('x-svc-emulator-otherwise')]
  }

  it.each([
    ['HEAD', '/users/me', 405, 'OPTIONS, GET, DELETE, PATCH'],
    ['OPTIONS', '/users/me', 204, 'OPTIONS, GET, DELETE, PATCH'],
    ['PUT', '/users/me', 405, 'OPTIONS, GET, DELETE, PATCH'],
  ])('%s %s is %i and does not name it', async (method, path, status, allow) => {
    expect(await ask(method, path)).toEqual([status, allow, 'A-90/1'])
  })

  it('leaves a path alone that takes no GET', async () => {
    expect(await ask('OPTIONS', '/orgs')).toEqual([204, 'OPTIONS, POST', null])
    expect(await ask('PUT', '/orgs')).toEqual([405, 'OPTIONS, POST', null])
  })
})

describe('an alias that an alternative admits', () => {
  it.each([
    ['A-64/1', 'me'],
    ['A-87/1', '.'],
    ['A-87/1', '..'],
  ])('%s: %s is stored, listed, found by alias, and taken', async (id, alias) => {
    const emulator = decided(id)
    const api = apiOf(emulator)
    const { org } = (await api.post('/orgs', A, { name: 'Mine', alias })).body
    expect(org.alias).toBe(alias)
    expect((await api.get(`/orgs/${org.id}`, A)).body.org).toEqual(org)
    expect((await api.get('/users/me/orgs', A)).body.orgs).toContainEqual(org)
    expect((await api.post('/workflow/list_sessions', A, { org_id: alias })).body.sessions).toEqual([])
    expect((await api.post('/users', A, { name: 'Bot', alias })).body.error).toBe('alias_taken')
    const session = (await api.post('/workflow/create_session', A, { org_id: alias, alias })).body.session
    const sent: string[] = []
    const url = `/v1/realtime?api_key=${A}`
    const socket = emulator.connect({ url, send: (text) => sent.push(text), close: () => {} })
    const params = { session_id: alias }
    socket.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.get_session', params }))
    expect(JSON.parse(sent[0]!).result.session).toEqual(session)
    const loaded = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) })
    expect((await apiOf(loaded).get(`/orgs/${org.id}`, A)).body.org).toEqual(org)
    expect((await apiOf(decided()).post('/orgs', A, { name: 'Mine', alias })).body.error).toBe('invalid_request_body')
  })

  it('A-64/1: `me` in a path still stands for the caller, and in a body names who has it', async () => {
    const api = apiOf(decided('A-64/1'))
    const { user } = (await api.post('/users', A, { name: 'Me', alias: 'me' })).body
    expect((await api.get('/users/me', A)).body.user.alias).toBe('ada')
    const { member } = (await api.post('/members/target/org/acme', A, { user_id: 'me', role: 'read' })).body
    expect(member.user_id).toBe(user.id)
  })

  it('A-87/1: metadata has it, too', async () => {
    const host = hostOf(decided('A-87/1'))
    const body = '{"a":1}'
    expect(send(host, '/v1/blobs/acme/weights/metadata/%2E', { method: 'PUT', body }).status).toBe(200)
    expect(send(host, '/v1/blobs/acme/weights/metadata/.').body.metadata).toMatchObject([{ alias: '.', key: 'a' }])
  })
})

describe('A-316/1: calls that arrive together are answered in the reverse order', () => {
  const ping = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'workflow.get_session',
    params: { session_id: 'run-01' },
  })
  const ids = async (emulator: Emulator, ...messages: unknown[]) => {
    const sent: string[] = []
    const send = (text: string): void => void sent.push(text)
    const socket = emulator.connect({ url: `/v1/realtime?api_key=${A}`, send, close: () => {} })
    for (const message of messages) socket.receive(JSON.stringify(message))
    await Promise.resolve()
    return sent.flatMap((text) => [JSON.parse(text)].flat().map(({ id }: { id: number }) => id))
  }

  it.each([
    ['in a batch', [[ping(1), ping(2), ping(3)]]],
    ['one behind the other', [ping(1), ping(2), ping(3)]],
  ])('%s', async (_, messages) => {
    expect(await ids(decided('A-316/1'), ...messages)).toEqual([3, 2, 1])
    const emulator = decided()
    expect(await ids(emulator, ...messages)).toEqual([1, 2, 3])
    expect(emulator.journal.entries().at(-1)!.assumptions).toContain('A-316')
  })

  it('a call that waits for the answer before it is answered at once', async () => {
    const emulator = decided('A-316/1')
    expect([...(await ids(emulator, ping(1))), ...(await ids(emulator, ping(2)))]).toEqual([1, 2])
  })
})

describe('A-407/1: frames that are not read close the connection', () => {
  it.each([
    ['a binary frame', new Uint8Array([1]), 1003],
    ['a message that is too large', 'x'.repeat(1_048_577), 1009],
  ])('%s', (_, frame, code) => {
    for (const [otherwise, closed] of [
      [[], undefined],
      [['A-407/1'], code],
    ] as const) {
      let seen: number | undefined
      const emulator = decided(...otherwise)
      const socket = emulator.connect({
        url: `/v1/realtime?api_key=${A}`,
        send: () => {},
        close: (end) => (seen = end),
      })
      socket.receive(frame as string)
      expect(seen).toBe(closed)
      expect(emulator.coverage().assumptions.items.find(({ id }) => id === 'A-407')!.count).toBe(1)
    }
  })
})

describe('A-410/1: an upgrade with wrong credentials is accepted', () => {
  it('and each command is refused, until the right ones are given', () => {
    const sent: { error?: { data: { error: string } }; result?: object }[] = []
    let closed: number | undefined
    const socket = decided('A-410/1').connect({
      url: '/v1/realtime?api_key=svc-key-wrong',
      send: (text) => sent.push(JSON.parse(text)),
      close: (code) => (closed = code),
    })
    const call = (method: string, params: object) =>
      socket.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    call('workflow.get_session', { session_id: 'run-01' })
    call('session.authenticate', { api_key: A })
    call('workflow.get_session', { session_id: 'run-01' })
    expect(sent.map(({ error, result }) => error?.data.error ?? Object.keys(result!))).toEqual([
      'unauthenticated',
      [],
      ['session'],
    ])
    expect(closed).toBeUndefined()
  })
})
