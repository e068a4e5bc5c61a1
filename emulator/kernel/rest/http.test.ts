import { describe, expect, it, test } from 'vitest'
import { ApiError } from '../../contract/api-error.ts'
import { createEmulator } from '../../index.ts'
import { endpoint } from '../unit/definition.ts'
import { kernelOf, send } from '../testing.ts'
import { hostOf } from '../../host/instance-of.ts'

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
    expect(send(host, '/v1/v1/users/me', { as: null }).body.message).toBe("No endpoint has the path '/v1/users/me': /v1 stands twice in the URL")
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

test('a defect is an internal_error that shows nothing of the code, and is kept for the journal', () => {
  const broken = endpoint({
    method: 'GET', path: '/broken', clauses: [],
    handle() {
      throw new TypeError('cannot read secret of undefined')
    },
  })
  const { send: ask } = kernelOf([broken])
  const { status, text, body } = ask('/broken')
  expect([status, body.error]).toEqual([500, 'internal_error'])
  expect(text).not.toMatch(/secret|TypeError|\.ts/)
})

test('the steps come in order: route, credentials, shape, existence, access, state', () => {
  const steps: string[] = []
  const stop = (code: 'user_not_found' | 'forbidden' | 'user_retired', step: string) => {
    steps.push(step)
    if (failing.has(step)) throw new ApiError(code)
  }
  const failing = new Set(['existence', 'access', 'state'])
  const unit = endpoint({
    method: 'POST', path: '/things/:user_id', clauses: [], body: {},
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
  expect(steps).toEqual([])
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
  expect(send(host, '/v1/api-keys/target/user/me').body.api_keys.every((key: { target_id: string }) => key.target_id === id)).toBe(true)
  expect(send(host, '/v1/api-keys/target/org/me').body.error).toBe('org_not_found')
  expect(send(host, '/v1/orgs/me').body.error).toBe('org_not_found')
})
