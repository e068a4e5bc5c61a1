import { describe, expect, it, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { createEmulator, type EmulatorOptions } from '../../../index.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Host } from '../host.ts'
import { endpoint } from '../unit/definition.ts'
import { kernelOf, send } from '../../../../tests/helpers/kernel.ts'
import { hostOf } from '../../../host/instance-of.ts'

const host = hostOf(createEmulator())

describe('paths', () => {
  it.each([
    ['/v1/users/me', 200, undefined],
    ['/v1/users/me?', 200, undefined],
    ['/v1/users/%6d%65', 200, undefined],
    ['/v1/users/..', 404, /no user '\.\.'/],
    ['/v1/users/%2e%2e', 404, /no user '\.\.'/],
    ['/v1/users/me%2Forgs', 404, /no user 'me\/orgs'/],
    ['/v1/users/%00', 404, /no user/],
    ['/v1/users/__proto__', 404, /no user '__proto__'/],
    ['/v1/orgs/toString', 404, /no organization 'toString'/],
    ['/v1/users/%', 400, /broken percent-encoding: '%'/],
    ['/v1/users/%E0%A4%A', 400, /broken percent-encoding/],
    ['/v1/users/%FF', 400, /broken percent-encoding/],
    ['/v1/users/%zz/orgs', 400, /broken percent-encoding: '%zz'/],
    ['/v1/user/me', 404, /did you mean '\/users\/me'/],
    ['/v1/users/me/', 404, /did you mean '\/users\/me'\?/],
    ['/v1/orgs/', 404, /did you mean '\/orgs'\?/],
    ['/v1/users/me/org', 404, /did you mean '\/users\/me\/orgs'/],
    ['/v1/orgs/acme/../ada-lab', 404, /No endpoint/],
    ['/v1//users/me', 404, /No endpoint/],
    ['/v1/users//orgs', 404, /No endpoint/],
    ['/v1/Users/me', 404, /did you mean '\/users\/me'/],
    ['/v1', 404, /start with \/v1\//],
    ['/users/me', 404, /start with \/v1\//],
    ['/v2/users/me', 404, /start with \/v1\//],
    ['/V1/users/me', 404, /start with \/v1\//],
    ['', 404, /start with \/v1\//],
    ['*', 404, /start with \/v1\//],
  ] as const)('%s is %i', (url, status, message) => {
    const answer = send(host, url)
    expect(answer.status).toBe(status)
    expect(answer.body.status).toBe(status === 200 ? 'success' : 'failure')
    if (message !== undefined) expect(answer.body.message).toMatch(message)
  })

  it('says 404 for an unknown path and 405 for a known one before it asks for credentials', () => {
    expect(send(host, '/v1/v1/users/me', { as: null }).body.message).toBe(
      "No endpoint has the path '/v1/users/me': /v1 stands twice in the URL",
    )
    expect(send(host, '/v1/nowhere', { as: null }).body.error).toBe('endpoint_not_found')
    expect(send(host, '/v1/users/me', { as: null, method: 'PUT' }).body.error).toBe('method_not_allowed')
    expect(send(host, '/v1/users/%', { as: null }).status).toBe(400)
    expect(send(host, '/v1/users/me', { as: null }).status).toBe(401)
  })
})

describe('methods', () => {
  it.each(['PUT', 'TRACE', 'CONNECT', 'get', 'QUERY', ''])("'%s' is refused with Allow", (method) => {
    const { status, body, headers } = send(host, '/v1/users/me', { method })
    expect([status, body.error]).toEqual([405, 'method_not_allowed'])
    expect(headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  })

  it('HEAD is answered as GET, on paths that take GET alone', () => {
    expect(send(host, '/v1/users/me', { method: 'HEAD' }).status).toBe(200)
    expect(send(host, '/v1/users/nobody', { method: 'HEAD' }).status).toBe(404)
    const { status, headers } = send(host, '/v1/orgs', { method: 'HEAD' })
    expect([status, headers['allow']]).toEqual([405, 'OPTIONS, POST'])
  })

  it('OPTIONS names the methods and needs no credentials', () => {
    const { status, headers, text } = send(host, '/v1/orgs/acme', { method: 'OPTIONS', as: null })
    expect([status, text]).toEqual([204, ''])
    expect(headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
    expect(send(host, '/v1/nowhere', { method: 'OPTIONS' }).status).toBe(404)
  })
})

test.each(['allow', 'refuse'] as const)('a defect is an internal_error without its text (%s)', (unspecified) => {
  const broken = endpoint({
    method: 'GET',
    path: '/broken',
    summary: 'Unit of this test.',
    clauses: [],
    handle() {
      throw new TypeError('cannot read secret of undefined')
    },
  })
  const { host: own, send: ask } = kernelOf([broken], { settings: { unspecified } })
  const { status, text, body } = ask('/broken')
  expect([status, body.error]).toEqual([500, 'internal_error'])
  expect(text).not.toMatch(/secret|TypeError|\.ts/)
  expect((own.journal as Journal).entries()[0]!.defect).toContain('cannot read secret')
})

test('a result that cannot be written is an internal_error, too', () => {
  const unwritable = endpoint({
    method: 'GET',
    path: '/unwritable',
    summary: 'Unit of this test.',
    clauses: [],
    handle: () => ({ size: 1n }),
  })
  const { status, body } = kernelOf([unwritable]).send('/unwritable')
  expect([status, body.error]).toEqual([500, 'internal_error'])
})

test('the steps come in order: route, credentials, shape, existence, access, state', () => {
  const steps: string[] = []
  const stop = (code: 'user_not_found' | 'forbidden' | 'user_retired', step: string) => {
    steps.push(step)
    if (failing.has(step)) throw new ApiError(code)
  }
  const failing = new Set(['existence', 'access', 'state'])
  const unit = endpoint({
    method: 'POST',
    path: '/things/:user_id',
    summary: 'Unit of this test.',
    clauses: [],
    body: {},
    subject: ({ params }) => {
      stop('user_not_found', 'existence')
      return params.user_id
    },
    access: () => stop('forbidden', 'access'),
    handle: ({ subject }) => {
      stop('user_retired', 'state')
      return { found: subject }
    },
  })
  const { host: own, send: ask } = kernelOf([unit])
  const post = (body: string) => ask('/things/me', { method: 'POST', body }).body
  expect(ask('/things/me', { method: 'POST', body: '{', as: 'nobody' }).body.error).toBe('unauthenticated')
  expect(post('{"x": 1}').error).toBe('invalid_request_body')
  // Looked for only to say whether the refusal rests on the order.
  expect(steps.splice(0)).toEqual(['existence'])
  expect([post('{}').error, ...steps]).toEqual(['user_not_found', 'existence'])
  failing.delete('existence')
  expect(post('{}').error).toBe('forbidden')
  failing.delete('access')
  expect(post('{}').error).toBe('user_retired')
  failing.delete('state')
  expect(post('{}')).toEqual({ status: 'success', found: own.world.users.find('ada')!.id })
})

test('world time moves one millisecond for a request that writes, and not at all for one that does not', () => {
  const emulator = createEmulator()
  const { now } = hostOf(emulator).world
  const post = (body: string) => send(hostOf(emulator), '/v1/orgs', { method: 'POST', body })
  expect(post('{"name": "x"}').status).toBe(200)
  expect(hostOf(emulator).world.now).toBe(now + 1)
  for (const body of ['{"name": "x", "alias": "acme"}', '{}', '{']) expect(post(body).body.status).toBe('failure')
  expect(send(hostOf(emulator), '/v1/orgs/acme').status).toBe(200)
  expect(hostOf(emulator).world.now).toBe(now + 1)
})

test('me is resolved as a user_id and as the target_id of a user, and nowhere else', () => {
  const id = host.world.users.find('ada')!.id
  expect(send(host, '/v1/users/me').body.user.id).toBe(id)
  expect(
    send(host, '/v1/api-keys/target/user/me').body.api_keys.every((key: { target_id: string }) => key.target_id === id),
  ).toBe(true)
  expect(send(host, '/v1/api-keys/target/org/me').body.error).toBe('org_not_found')
  expect(send(host, '/v1/orgs/me').body.error).toBe('org_not_found')
})

describe('what the journal notes of a request', () => {
  const readNotes = (url: string, options: EmulatorOptions = {}, headers: readonly string[] = []) => {
    const own = createEmulator(options)
    send(hostOf(own), url, { headers })
    return [...own.journal.raw()].at(-1)!.notes
  }

  it.each([
    ['/v1/users/me', undefined],
    ['/vl/users/me', ["/vl/users/me is outside the REST API, whose paths start with /v1/, did you mean 'v1'?"]],
    ['/users/me', ['/users/me is outside the REST API, whose paths start with /v1/']],
    ['', [' is outside the REST API, whose paths start with /v1/']],
    ['/v1/v1/users/me', ['no endpoint has the path /v1/users/me: /v1 stands twice in the URL']],
    ['/v1/user/me?x=1', ["no endpoint has the path /user/me, did you mean '/users/me'?"]],
    ['/v1/nowhere', ['no endpoint has the path /nowhere']],
    ['/v1/realtime?api_key=x', ['/v1/realtime was asked by HTTP: it takes WebSockets alone']],
  ])('%s: %j', (url, notes) => {
    expect(readNotes(url)).toEqual(notes)
  })

  it('is that a page of another origin asked, unless CORS is on', () => {
    const page = ['origin', 'http://page', 'host', 'localhost']
    expect(readNotes('/v1/users/me', {}, page)).toEqual([
      expect.stringMatching(/^a page of another origin \(http:\/\/page\) asked/),
    ])
    expect(readNotes('/v1/users/me', { cors: true }, page)).toBeUndefined()
    expect(readNotes('/v1/users/me', {}, ['origin', 'http://localhost', 'host', 'localhost'])).toBeUndefined()
  })
})

const start = 'The paths of this API start with /v1/.'
it.each([
  ['/users/me?x=1', `No endpoint has the path '/users/me', did you mean '/v1/users/me'? ${start}`],
  ['/v1users/me', `No endpoint has the path '/v1users/me', did you mean '/v1/users/me'? ${start}`],
  [
    '/v1orgs/acme/blobs?x',
    `No endpoint has the path '/v1orgs/acme/blobs', did you mean '/v1/orgs/acme/blobs'? ${start}`,
  ],
  ['/v2/users/me', "No endpoint has the path '/v2/users/me': the paths of this API start with /v1/."],
  ['/v1/nowhere?x=1', "No endpoint has the path '/nowhere'"],
])('%s is answered with its path, and not its query', (url, message) => {
  expect(send(host, url).body.message).toBe(message)
})

it('a method that a path does not take is answered those that it takes', () => {
  expect(send(host, '/v1/orgs', { method: 'PUT' })).toMatchObject({
    headers: { allow: 'OPTIONS, POST' },
    body: { message: '/orgs does not take PUT; it takes POST.' },
  })
  expect(send(host, '/v1/orgs/acme', { method: 'PUT' }).body.message).toMatch(
    /^\/orgs\/acme does not take PUT; it takes [A-Z]+, [A-Z, ]+\.$/,
  )
})

test('parameters of a path are decoded each for itself', () => {
  const pair = endpoint({
    method: 'GET',
    path: '/pair/:a/:b',
    summary: 'Unit of this test.',
    clauses: [],
    handle: ({ params }) => ({ params }),
  })
  const { send: ask } = kernelOf([pair])
  expect(ask('/pair/%61/%62').body.params).toEqual({ a: 'a', b: 'b' })
  expect(ask('/pair/%61/b').body.params).toEqual({ a: 'a', b: 'b' })
  expect(ask('/pair/a/%2561').body.params).toEqual({ a: 'a', b: '%61' })
})

test('me stands for the caller as a user alone', () => {
  const echo = endpoint({
    method: 'GET',
    path: '/echo/:target/:target_id',
    summary: 'Unit of this test.',
    clauses: [],
    handle: ({ params }) => ({ params }),
  })
  const user = endpoint({
    method: 'GET',
    path: '/user/:user_id',
    summary: 'Unit of this test.',
    clauses: [],
    handle: ({ params }) => ({ params }),
  })
  const { host: own, send: ask } = kernelOf([echo, user], { explain: true })
  const { id } = own.world.users.find('ada')!
  const cited = (path: string) =>
    `${ask(path).headers['x-svc-emulator-clauses'] ?? ''} ${ask(path).headers['x-svc-emulator-assumptions'] ?? ''}`
  expect(ask('/echo/user/me').body.params).toEqual({ target: 'user', target_id: id })
  expect(ask('/echo/org/me').body.params).toEqual({ target: 'org', target_id: 'me' })
  expect(ask('/echo/user/ada').body.params).toEqual({ target: 'user', target_id: 'ada' })
  expect(ask('/user/me').body.params).toEqual({ user_id: id })
  expect(ask('/user/ada').body.params).toEqual({ user_id: 'ada' })
  expect(cited('/user/me')).toContain('identifiers.me.resolves-to-caller')
  expect(cited('/user/ada')).not.toContain('identifiers.me')
  expect([
    cited('/echo/user/me').includes('A-347'),
    cited('/echo/user/ada').includes('A-347'),
    cited('/echo/org/me').includes('A-347'),
  ]).toEqual([true, false, false])
})

test('a host that keeps no journal and acts on nothing answers all the same', () => {
  const bare: Host = { ...hostOf(createEmulator()), journal: undefined, interceptor: undefined }
  expect(send(bare, '/v1/users/me').status).toBe(200)
})
