import { describe, expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../../index.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { keepCredentials, refuseUpgrade, upgradeRequest } from './socket-credentials.ts'

const bearer = ['authorization', 'Bearer svc-token-ada']
const key = ['x-api-key', 'svc-key-ada-admin']

describe('upgradeRequest', () => {
  it.each([
    ['ws://127.0.0.1:8080/v1/realtime?x=1', '/v1/realtime?x=1'],
    ['wss://x/', '/'],
    ['http://x', '/'],
    ['/v1/realtime', '/v1/realtime'],
    ['/v1/realtime?next=https://x/y', '/v1/realtime?next=https://x/y'],
    ['', '/'],
  ])('%s is a request of %s', (url, path) => {
    expect(upgradeRequest(url)).toEqual({ method: 'GET', url: path, headers: [], body: null })
  })

  it.each([
    ['access_token=svc-token-ada', [], bearer],
    ['api_key=svc-key-ada-admin', [], key],
    ['api_key=svc-key-ada-admin&access_token=svc-token-ada', ['accept', '*/*'], ['accept', '*/*', ...bearer]],
    ['api_key=other', key, key],
    ['access_token=other', bearer, bearer],
  ])('?%s beside the headers %j', (query, headers, expected) => {
    expect(upgradeRequest(`/v1/realtime?${query}`, headers).headers).toEqual(expected)
  })
})

it('calls are made with the headers of the upgrade that say who asks, and no other', () => {
  const request = upgradeRequest('/v1/realtime', [
    'accept',
    '*/*',
    ...key,
    'origin',
    'http://x',
    'Authorization',
    'Bearer svc-token-ada',
  ])
  expect(keepCredentials(request)).toEqual({ ...request, headers: [...bearer, ...key] })
  expect(keepCredentials(upgradeRequest('/v1/realtime', ['accept', '*/*', ...key])).headers).toEqual(key)
  expect(keepCredentials(upgradeRequest('/v1/realtime', ['accept', '*/*'])).headers).toEqual([])
})

describe('refuseUpgrade', () => {
  function refused(headers: readonly string[], options: EmulatorOptions = {}) {
    const emulator = createEmulator({ explain: true, ...options })
    const response = refuseUpgrade(hostOf(emulator), upgradeRequest('/v1/realtime', headers))
    return { response, emulator, body: response && (JSON.parse(response.body as string) as unknown) }
  }

  it.each([[[]], [key], [bearer]])(
    'lets right credentials pass, and none; the journal has no entry of them (%j)',
    (headers) => {
      const { response, emulator } = refused(headers)
      expect([response, emulator.journal.entries()]).toEqual([undefined, []])
    },
  )

  it('refuses wrong credentials, and says what that rests on', () => {
    const { response, body, emulator } = refused(['x-api-key', 'wrong'])
    expect([response!.status, body]).toMatchObject([401, { status: 'failure', error: 'unauthenticated' }])
    expect(response!.headers.join(' ')).toMatch(/x-svc-emulator-assumptions .*A-4\b/)
    expect(emulator.journal.entries()).toMatchObject([
      {
        via: 'http',
        error: 'unauthenticated',
        response: { status: 401 },
        assumptions: expect.arrayContaining(['A-4']),
      },
    ])
    expect(emulator.journal.entries()[0]!.clauses).not.toContain('authentication.api-key')
  })

  it.each([
    ['/v1/realtime', key],
    ['/v1/realtime', bearer],
    ['/v1/realtime?api_key=svc-key-ada-admin', []],
    ['/v1/realtime?access_token=svc-token-ada', []],
  ])('shows nothing of the headers of a REST request (%s %j)', (url, headers) => {
    const emulator = createEmulator()
    expect(refuseUpgrade(hostOf(emulator), upgradeRequest(url, headers))).toBeUndefined()
    const { clauses, assumptions } = emulator.coverage()
    expect(clauses.items.filter(({ id, count }) => count > 0 && id.startsWith('authentication.'))).toEqual([])
    expect(assumptions.items.filter(({ count }) => count > 0).map(({ id }) => id)).toEqual(['A-4'])
  })

  const page = ['origin', 'http://elsewhere', 'host', '127.0.0.1:8080', ...key]

  it('refuses a page of another origin, whatever its credentials', () => {
    const { response, body, emulator } = refused(page)
    const message = 'A page of another origin (http://elsewhere) may not open this socket: start with --cors.'
    expect([response!.status, body]).toEqual([403, { status: 'failure', error: 'forbidden', message }])
    expect(emulator.journal.entries()).toMatchObject([
      {
        via: 'http',
        error: 'forbidden',
        response: { status: 403 },
        assumptions: [],
        caller: null,
        notes: [
          'a page of another origin (http://elsewhere) asked; start with --cors for its browser to let it read the answer',
        ],
      },
    ])
  })

  it('lets it pass with CORS', () => {
    expect(refused(page, { cors: true }).response).toBeUndefined()
  })

  it.each([
    [page, 403],
    [['x-api-key', 'wrong'], 401],
  ])('needs no journal (%j)', (headers, status) => {
    expect(refused(headers, { journal: false }).response!.status).toBe(status)
  })
})

describe('session.authenticate', () => {
  function authenticate(params?: unknown) {
    const sent: string[] = []
    const emulator = createEmulator()
    const session = emulator.connect({ url: '/v1/realtime', send: (text) => sent.push(text), close: () => {} })
    session.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params }))
    return { answer: JSON.parse(sent[0]!) as { error: { message: string } }, entry: emulator.journal.entries()[0]! }
  }

  it.each([
    [undefined, "expected either 'access_token' or 'api_key', and not both"],
    [{ access_token: 'a', api_key: 'b' }, "expected either 'access_token' or 'api_key', and not both"],
    [['a'], 'session.authenticate takes its parameters by name: send an object, not an array.'],
    [
      { access_token: 1, api_key: true },
      'access_token: expected string, got number 1; api_key: expected string, got boolean true',
    ],
  ])('refuses %j', (params, message) => {
    const { answer, entry } = authenticate(params)
    expect(answer.error).toEqual({ code: -32602, message, data: { error: 'invalid_request_body' } })
    expect(entry).toMatchObject({ error: 'invalid_request_body', assumptions: expect.arrayContaining(['A-4']) })
  })

  it('shows what it rests on, done or refused', () => {
    expect(authenticate({ api_key: 'svc-key-ada-admin' }).entry).toMatchObject({
      caller: 'ada',
      error: null,
      assumptions: expect.arrayContaining(['A-4', 'A-5']),
    })
    const { assumptions } = authenticate({ api_key: 'wrong' }).entry
    expect(assumptions).toEqual(expect.arrayContaining(['A-57', 'A-4']))
    expect(assumptions).not.toContain('A-5')
  })
})

it('a command on a socket without credentials is refused by A-4', () => {
  const emulator = createEmulator()
  emulator
    .connect({ url: '/v1/realtime', send: () => {}, close: () => {} })
    .receive('{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":{"org_id":"acme"}}')
  expect(emulator.journal.entries()[0]).toMatchObject({
    error: 'unauthenticated',
    assumptions: ['A-4', 'A-57', 'A-392'],
  })
})
