import { beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'

const emulator = createEmulator()
const as = (key: string) => ({ headers: { 'x-api-key': key } })

beforeAll(async () => {
  for (const [path, key] of [
    ['users/me', 'svc-key-ada-admin'],
    ['users/ben', 'svc-key-ada-admin'],
    ['users/me', 'svc-key-ben-admin'],
    ['users/nobody?fields=all', 'svc-key-ada-admin'],
    ['users/me', 'wrong'],
  ])
    await emulator.fetch(`http://emulator/v1/${path}`, as(key!))
})

describe('verify', () => {
  it.each([
    [{}, 5],
    [{ endpoint: '*' }, 5],
    [{ endpoint: 'GET' }, 5],
    [{ endpoint: 'GET /users/me' }, 3],
    [{ endpoint: 'GET /v1/users/me' }, 3],
    [{ endpoint: 'GET /users/:user_id' }, 5],
    [{ endpoint: 'GET /users/:id' }, 5],
    [{ endpoint: '* /users/me', caller: 'ada' }, 1],
    [{ endpoint: 'HEAD /users/me' }, 0],
    [{ endpoint: 'PATCH /users/me' }, 0],
    [{ command: '*' }, 0],
    [{ via: 'http', caller: 'ben' }, 1],
    [{ path: '/v1/users/ben', method: 'get' }, 1],
    [{ params: { user_id: 'nobody', fields: 'all' } }, 1],
    [{ params: { user_id: { is: 'uuid' } } }, 2],
    [{ status: 404, error: 'user_not_found' }, 1],
    [{ error: 'unauthenticated' }, 1],
    [{ response: { user: { role: 'owner' } } }, 2],
    [{ clause: 'user.role-read-for-other' }, 1],
    [{ assumption: 'A-7' }, 1],
  ] as const)('counts what %j means: %i', (match, count) => {
    expect(emulator.verify(match, { times: count })).toMatchObject({
      ok: true,
      count,
      expected: `exactly ${count}`,
      near_misses: [],
    })
    expect(emulator.journal.entries(match)).toHaveLength(count)
    expect(emulator.verify(match, { times: count + 1 }).ok).toBe(false)
  })

  it('takes a number or boolean of a query for its text, as a trigger does', async () => {
    const other = createEmulator()
    await other.fetch('http://emulator/v1/blobs/acme/weights/revisions?limit=2', as('svc-key-ada-admin'))
    expect([2, '2', 3].map((limit) => other.verify({ params: { limit } }).count)).toEqual([1, 1, 0])
    expect(other.verify({ params: { limit: 3 } }).near_misses[0]!.differences).toEqual([
      { field: 'params.limit', expected: '3', actual: '"2"' },
    ])
  })

  it('counts no request that missed /v1 as one to the endpoint', async () => {
    const other = createEmulator()
    await other.fetch('http://emulator/users/me', as('svc-key-ada-admin'))
    const { count, near_misses: misses } = other.verify({ endpoint: 'GET /users/me' })
    expect([count, misses.map(({ differences }) => differences)]).toEqual([
      0,
      [[{ field: 'endpoint', expected: 'GET /users/me', actual: 'GET /users/me (not below /v1)' }]],
    ])
    expect(other.verify({ endpoint: 'GET /users/me', error: 'endpoint_not_found' }, { times: 1 }).ok).toBe(true)
  })

  it.each([
    [undefined, 'at least 1', true],
    [{ at_least: 3 }, 'at least 3', true],
    [{ at_least: 4 }, 'at least 4', false],
    [{ at_most: 2 }, 'at most 2', false],
    [{ at_least: 1, at_most: 3 }, 'at least 1 and at most 3', true],
    [{}, 'any number', true],
    [0, 'exactly 0', false],
  ] as const)('with times %j means %s', (times, text, ok) => {
    expect(emulator.verify({ endpoint: 'GET /users/me' }, times === undefined ? {} : { times })).toMatchObject({
      ok,
      count: 3,
      expected: text,
    })
  })

  it.each(['/users/me', '/api/users/me', '/api/v1/users/me'])(
    'gives no good verdict on %s, which the journal keeps below /v1',
    (path) => {
      expect(() => emulator.verify({ path }, { times: 0 })).toThrow(
        "match.path: never seen: paths of the API are kept below /v1 (requests that missed it are meant with `error: 'endpoint_not_found'`), did you mean '/v1/users/me'?",
      )
      expect(emulator.verify({ path, error: 'endpoint_not_found' }, { times: 0 }).ok).toBe(true)
      expect(emulator.verify({ path }).ok).toBe(false)
    },
  )

  it('counts requests that missed the base, by their path', async () => {
    const missed = createEmulator()
    await missed.fetch('http://emulator/users/me', as('svc-key-ada-admin'))
    expect(missed.verify({ path: '/users/me' }, { times: 1 }).ok).toBe(true)
    expect(missed.verify({ path: '/nowhere' }, { times: 0 }).ok).toBe(true)
  })

  it('shows what came nearest and the field that differed', () => {
    const { near_misses: misses } = emulator.verify({ endpoint: 'GET /users/me', caller: 'bne' })
    expect(misses.map(({ entry, differences }) => [entry.number, differences])).toEqual([
      [5, [{ field: 'caller', expected: 'bne', actual: 'none' }]],
      [3, [{ field: 'caller', expected: 'bne', actual: 'ben' }]],
      [1, [{ field: 'caller', expected: 'bne', actual: 'ada' }]],
    ])
    const [nearest] = emulator.verify({ endpoint: 'GET /users/ben', response: { user: { alias: 'bob' } } }).near_misses
    expect(nearest).toMatchObject({
      entry: { number: 2 },
      differences: [{ field: 'response.user.alias', expected: '"bob"', actual: '"ben"' }],
    })
  })

  it('shows the request of the method and path before many others that are newer', async () => {
    const other = createEmulator()
    const ask = (method: string, path: string) => other.fetch(`/v1${path}`, { method, ...as('svc-key-ada-admin') })
    await ask('GET', '/users/me/orgs')
    for (let i = 0; i < 60; i++) await ask('PATCH', '/orgs/acme')
    const { near_misses: near } = other.verify({ endpoint: 'GET /users/:user_id', caller: 'ada' })
    expect(near[0]!.entry.request).toMatchObject({ method: 'GET', url: '/v1/users/me/orgs' })
  })

  it('names the field that was probably meant by one that was never set', () => {
    const [params] = emulator.verify({ params: { user_idd: 'nobody' } }).near_misses
    expect(params!.differences).toEqual([
      { field: 'params.user_idd', expected: '"nobody"', actual: "nothing, but there is 'user_id'" },
    ])
    const [response] = emulator.verify({
      endpoint: 'GET /users/ben',
      response: { user: { allias: 'ben' } },
    }).near_misses
    expect(response!.differences[0]).toMatchObject({
      field: 'response.user.allias',
      actual: "nothing, but there is 'alias'",
    })
  })

  it('takes what is not there from a match that says so', () => {
    expect(emulator.verify({ endpoint: 'GET /user/me' as never, error: 'endpoint_not_found' }, { times: 0 }).ok).toBe(
      true,
    )
  })

  it.each([
    [
      { endpoint: 'DELETE /api-key/:id' },
      "match.endpoint: no endpoint 'DELETE /api-key/:id', did you mean 'DELETE /api-keys/:",
    ],
    [
      { endpoint: '/users/me' },
      "match.endpoint: '/users/me' names no method, expected `METHOD /path`, did you mean 'GET /users/me'?",
    ],
    [{ endpoint: 'get /users/me' }, "match.endpoint: no endpoint 'get /users/me', did you mean 'GET /users/me'?"],
    [
      { endpoint: 'GET /api/users/me' },
      "match.endpoint: no endpoint 'GET /api/users/me', did you mean 'GET /users/me'?",
    ],
    [
      { endpoint: 'GET /api/v1/users/me' },
      "match.endpoint: no endpoint 'GET /api/v1/users/me', did you mean 'GET /users/me'?",
    ],
    [{ path: '/v1/users/me?x=1' }, 'match.path: expected a path that begins with /, without host and query'],
    [
      { path: 'https://api.example.com/v1/users/me' },
      'match.path: expected a path that begins with /, without host and query',
    ],
    ['GET /users/me', "match: expected an object, got 'GET /users/me', did you mean `{ endpoint: 'GET /users/me' }`?"],
    [{ status: 999 }, 'match.status: expected at most 599, got number 999'],
    [{ endpoint: 'GET /:what/me' }, "match.endpoint: no endpoint 'GET /:what/me'"],
    [{ endpoint: 'PUT /users/me' }, "match.endpoint: no endpoint 'PUT /users/me': the path takes"],
    [
      { endpoint: 'GET /v1/users/{user_id}' },
      "match.endpoint: no request has the path of 'GET /users/{user_id}': only `:name` matches any value, did you mean 'GET /users/:user_id'?",
    ],
    [{ endpoint: 'GET /blobs/*/*/revisions' }, "did you mean 'GET /blobs/:org_id/:blob_id/revisions'?"],
    [{ endpoint: 'GET /orgs/acme/blobs?visibility=public' }, "did you mean 'GET /orgs/acme/blobs'?"],
    [{ endpoint: 'GET *' }, "did you mean 'GET'?"],
    [{ endpoint: 'GETT' }, "match.endpoint: no endpoint takes the method 'GETT'"],
    [
      { endpoint: 'workflow.list_sessions' },
      "match.endpoint: 'workflow.list_sessions' is a command, not an endpoint: name it in 'command'",
    ],
    [
      { command: 'workflow.list_sesions' },
      "match.command: no command 'workflow.list_sesions', did you mean 'workflow.list_sessions'?",
    ],
    [{ command: 'workflows.*' }, "match.command: no command 'workflows.*'"],
    [{ error: 'user_not_fond' }, 'match.error: not one of the '],
    [{ clause: 'user.role-read-for-others' }, "did you mean 'user.role-read-for-other'?"],
    [{ assumption: 'A-999' }, 'match.assumption: not one of the '],
  ] as const)('refuses %j, which nothing can be', (match, message) => {
    expect(() => emulator.verify(match as never, { times: 0 })).toThrow(message)
    expect(() => emulator.journal.entries(match as never)).toThrow(message)
  })

  it('takes no preflight for the nearest, unless preflights are meant', async () => {
    const ofPage = createEmulator({ cors: true })
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' }
    await ofPage.fetch('http://emulator/v1/users/me', { method: 'OPTIONS', headers })
    const nearest = (endpoint: 'GET /users/me' | 'OPTIONS /users/ben') =>
      ofPage.verify({ endpoint }, { times: 2 }).near_misses.map(({ entry }) => entry.request.method)
    expect([nearest('GET /users/me'), nearest('OPTIONS /users/ben')]).toEqual([[], ['OPTIONS']])
  })

  it('shows no near miss when there were too many', () => {
    expect(emulator.verify({ endpoint: 'GET /users/me' }, { times: 2 })).toMatchObject({
      ok: false,
      count: 3,
      near_misses: [],
    })
  })
})
