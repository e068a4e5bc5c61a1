import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import { createEmulator } from '../../index.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { handle } from '../../host/dispatch.ts'

/** Answer of the identity endpoint to headers as they stand on the wire, repeated ones included. */
function ask(
  headers: string[],
  emulator = createEmulator(),
): { status: number; body: { error?: string; message?: string; user?: { alias: string } } } {
  const { status, body } = handle(emulator, { method: 'GET', url: '/v1/users/me', headers, body: null }) as WireResponse
  return { status, body: JSON.parse(body as string) }
}

test.each<[string, string[], string]>([
  ['a key', ['X-API-Key', 'svc-key-ben-admin'], 'ben'],
  ['a header name in any case', ['x-Api-KEY', 'svc-key-ben-admin'], 'ben'],
  ['a token', ['Authorization', 'Bearer svc-token-ben'], 'ben'],
  ['a scheme in any case', ['authorization', 'BEARER svc-token-ben'], 'ben'],
  ['more than one space after the scheme', ['authorization', 'Bearer   svc-token-ben'], 'ben'],
  ['an acting token', ['authorization', 'Bearer svc-token-ada-as-bot'], 'build-bot'],
  ['a token beside a key', ['x-api-key', 'svc-key-ada-admin', 'authorization', 'Bearer svc-token-ben'], 'ben'],
  ['a token beside a key that is not known', ['x-api-key', 'nobody', 'authorization', 'Bearer svc-token-ben'], 'ben'],
])('%s names the caller', (_, headers, alias) => {
  expect(ask(headers).body.user?.alias).toBe(alias)
})

test.each<[string, string[], RegExp]>([
  ['nothing', [], /Send valid credentials/],
  ['a key that is not known', ['x-api-key', 'svc-key-nobody'], /API key is not known\.$/],
  [
    'a key with a slip',
    ['x-api-key', 'svc-key-ben-admn'],
    /API key is not known, but resembles one of the user 'ben'\.$/,
  ],
  [
    'a token with a slip',
    ['authorization', 'Bearer svc-tokn-ben'],
    /not known, but resembles one of the user 'ben'\.$/,
  ],
  ['an empty key', ['x-api-key', ''], /not known/],
  ['a key that differs in case', ['x-api-key', 'SVC-KEY-ADA-ADMIN'], /not known/],
  ['a key given twice', ['x-api-key', 'svc-key-ada-admin', 'x-api-key', 'svc-key-ada-admin'], /must come once/],
  ['the id of a key', ['x-api-key', '00000000-0000-4000-8000-0000000000a1'], /not known/],
  ['a token that is not known', ['authorization', 'Bearer nobody'], /bearer token is not known/],
  ['a token without its scheme', ['authorization', 'svc-token-ada'], /Bearer <token>/],
  ['another scheme', ['authorization', 'Basic YWRhOg=='], /Bearer <token>/],
  ['two tokens in one header', ['authorization', 'Bearer svc-token-ada svc-token-ben'], /Bearer <token>/],
  [
    'the header twice',
    ['authorization', 'Bearer svc-token-ada', 'authorization', 'Bearer svc-token-ada'],
    /Bearer <token>/,
  ],
  ['a key as a token', ['authorization', 'Bearer svc-key-ada-admin'], /API key: send it as X-API-Key/],
  ['a token as a key', ['x-api-key', 'svc-token-ada'], /bearer token: send it as Authorization/],
  [
    'a wrong token beside a good key',
    ['authorization', 'Bearer nobody', 'x-api-key', 'svc-key-ada-admin'],
    /bearer token is not known/,
  ],
])('%s is refused with 401, and the answer says why', (_, headers, message) => {
  const { status, body } = ask(headers)
  expect([status, body.error]).toEqual([401, 'unauthenticated'])
  expect(body.message).toMatch(message)
})

test('credentials are asked for before anything of the request is looked at', async () => {
  const { api } = direct()
  for (const [method, path, json] of [
    ['GET', '/users/nobody'],
    ['POST', '/orgs', { nmae: 1 }],
    ['GET', '/api-keys/target/foo/bar'],
    ['PATCH', '/users/me', { alias: 7 }],
  ] as const) {
    expect((await api.request(method, path, json === undefined ? {} : { json })).status).toBe(401)
  }
  expect((await api.request('GET', '/nowhere')).status).toBe(404)
  expect((await api.request('PUT', '/users/me', { json: {} })).status).toBe(405)
})

test('keys and tokens of a retired user are refused, an acting token also when the human behind it is retired', () => {
  const emulator = createEmulator()
  emulator.world.users.update('ben', { status: 'retired' })
  emulator.world.tokens.insert({ token: 'svc-token-ben-as-bot', user: 'build-bot', human: 'ben' })
  for (const headers of [
    ['x-api-key', 'svc-key-ben-admin'],
    ['authorization', 'Bearer svc-token-ben'],
    ['authorization', 'Bearer svc-token-ben-as-bot'],
  ]) {
    const { status, body } = ask(headers, emulator)
    expect(status).toBe(401)
    expect(body.message).toContain("'ben' is retired")
  }
  expect(ask(['x-api-key', 'svc-key-bot-write'], emulator).status).toBe(200)
})

test('a key is refused for the user it authenticates as, not for its minter', () => {
  const emulator = createEmulator()
  emulator.world.users.update('ada', { status: 'retired' })
  expect(ask(['x-api-key', 'svc-key-bot-write'], emulator).status).toBe(200)
  expect(ask(['x-api-key', 'svc-key-acme-write'], emulator).status).toBe(401)
})

test('a token expires at its time, not before', () => {
  const emulator = createEmulator()
  emulator.world.tokens.insert({ token: 'short', user: 'ben', expires_at: '2026-01-01T00:00:10.000Z' })
  emulator.clock.advance(9_999)
  expect(ask(['authorization', 'Bearer short'], emulator).status).toBe(200)
  emulator.clock.advance(1)
  expect(ask(['authorization', 'Bearer short'], emulator).body.message).toContain('expired at 2026-01-01T00:00:10.000Z')
  emulator.clock.advance('30d')
  expect(ask(['authorization', 'Bearer svc-token-ben'], emulator).status).toBe(200)
})

test('a key that was used is looked at again when its user or itself changed', () => {
  const emulator = createEmulator()
  const ben = ['x-api-key', 'svc-key-ben-admin']
  expect(ask(ben, emulator).body.user).toMatchObject({ alias: 'ben', name: 'Ben' })
  emulator.world.users.update('ben', { name: 'Benedict' })
  expect(ask(ben, emulator).body.user).toMatchObject({ name: 'Benedict' })
  const before = emulator.snapshot()
  emulator.world.users.update('ben', { status: 'retired' })
  expect(ask(ben, emulator).body.message).toContain("'ben' is retired")
  emulator.restore(before)
  expect(ask(ben, emulator).status).toBe(200)
  emulator.world.api_keys.delete(emulator.world.api_keys.list({ key: 'svc-key-ben-admin' })[0]!.id)
  expect(ask(ben, emulator).body.message).toContain('not known')
  expect(ask(ben, emulator.fork({ from: 'start' })).status).toBe(200)
})
