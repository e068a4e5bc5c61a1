import { describe, expect, it } from 'vitest'
import { ApiAddress, REST_SCHEMES, SOCKET_SCHEMES } from './api-address.ts'

const page = 'https://app.svc.test/orgs/acme'
const at = (text: string, where?: string) => new ApiAddress(text, REST_SCHEMES, where)

describe('what an address has below it', () => {
  it.each<[string, string | undefined, string, string | undefined]>([
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test/v1/users/me?a=1', '/users/me?a=1'],
    ['https://API.svc.test:443/v1/', undefined, 'https://api.svc.test/v1/', '/'],
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test/v1', ''],
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test/v1?a=1', '?a=1'],
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test/v10/users', undefined],
    ['https://api.svc.test/v1', undefined, 'http://api.svc.test/v1/users', undefined],
    ['https://api.svc.test/v1', undefined, 'https://apixsvc.test/v1/users', undefined],
    ['https://api.svc.test', undefined, 'https://api.svc.test/users', '/users'],
    ['/api/v1', page, 'https://app.svc.test/api/v1/users', '/users'],
    ['/api/v1', page, 'https://other.svc.test/api/v1/users', undefined],
    ['/api/v1', undefined, 'http://anywhere.svc.test:81/api/v1/users', '/users'],
    ['*/v1', page, 'http://anywhere.svc.test/deep/v1/orgs/v1/blobs', '/orgs/v1/blobs'],
    ['*/v1', page, 'http://anywhere.svc.test/v2/users', undefined],
    ['*/v1', page, 'http://anywhere.svc.test/?next=/v1/users', undefined],
    ['https://*.svc.test/v1', undefined, 'https://eu.svc.test/v1/users', '/users'],
    ['https://*.svc.test/v1', undefined, 'https://evil.test/.svc.test/v1/users', undefined],
    ['http://localhost:*/v1', undefined, 'http://localhost:5173/v1/users', '/users'],
  ])('%s (page %s): %s', (text, where, url, below) => {
    expect(at(text, where).below(url)).toBe(below)
  })
})

it.each<[string, string, string, string | undefined]>([
  ['/api/v1/realtime', page, 'wss://app.svc.test/api/v1/realtime?api_key=a', '?api_key=a'],
  ['/api/v1/realtime', page, 'ws://app.svc.test/api/v1/realtime', undefined],
  ['/api/v1/realtime', 'http://localhost:5173/', 'ws://localhost:5173/api/v1/realtime', ''],
  ['/api/v1/realtime', 'http://localhost:5173/', 'wss://localhost:5173/api/v1/realtime', undefined],
  ['/api/v1/realtime', 'http://localhost:5173/', 'ws://localhost:4010/api/v1/realtime', undefined],
])('a path for sockets has the scheme that belongs to its page: %s (page %s): %s', (text, where, url, below) => {
  expect(new ApiAddress(text, SOCKET_SCHEMES, where).below(url)).toBe(below)
})

describe('the host of an address', () => {
  it.each<[string, string | undefined, string, boolean]>([
    ['https://api.svc.test/v1', undefined, 'http://api.svc.test:8443/anything', true],
    ['https://api.svc.test:8443/v1', undefined, 'https://api.svc.test/', true],
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test./v1/users', true],
    ['https://api.svc.test/v1', undefined, 'https://api.svc.test.evil.test/v1', false],
    ['https://api.svc.test/v1', undefined, 'https://other.svc.test/v1', false],
    ['http://127.0.0.1:4010/v1', undefined, 'https://127.0.0.1:4010/v2', true],
    ['http://127.0.0.1:4010/v1', undefined, 'http://127.0.0.1:3000/v1', false],
    ['/api/v1', page, 'https://app.svc.test/api/v2/users', true],
    ['/api/v1', page, 'https://app.svc.test/assets/app.js', false],
    ['https://app.svc.test/api/v1', page, 'https://app.svc.test/assets/app.js', false],
  ])('%s (page %s): %s is %s', (text, where, url, meant) => {
    expect(new RegExp(`^${at(text, where).host}`).test(url)).toBe(meant)
  })

  it.each(['/api/v1', '*/v1'])('is none of %s without a page', (text) => {
    expect(at(text).host).toBeUndefined()
  })
})

it.each([
  ['https://api.svc.test/api/v1/', '/api/v1'],
  ['https://api.svc.test', ''],
  ['/api/v1', '/api/v1'],
  ['*/v1', '/v1'],
  ['https://*.svc.test/v1', '/v1'],
  ['https://api.svc.test/*/v1', undefined],
  ['/tenants/*', undefined],
])('the path of %s is %j', (text, path) => {
  expect(at(text).path).toBe(path)
})
