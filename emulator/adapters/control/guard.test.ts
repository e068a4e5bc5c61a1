import { describe, expect, it } from 'vitest'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { isLoopback, refuseForeignPages, requireTrust } from './guard.ts'
import type { ControlPolicy } from '../../host/site.ts'

const request = (headers: Record<string, string>, method = 'POST'): WireRequest => ({
  method,
  url: '/__emulator/reset',
  headers: Object.entries(headers).flat(),
  body: null,
})

function verdict(headers: Record<string, string>, policy: ControlPolicy = {}, method?: string): string {
  try {
    refuseForeignPages(request(headers, method), policy, false)
    requireTrust(request(headers, method), policy)
    return 'passes'
  } catch (refusal) {
    return (refusal as { code: string }).code
  }
}

describe('the guard of the control API', () => {
  it.each([
    ['127.0.0.1:4010', true],
    ['127.0.0.1', true],
    ['127.9.8.7:1', true],
    ['localhost:4010', true],
    ['LOCALHOST', true],
    ['localhost.', true],
    ['x.localhost:4010', true],
    ['[::1]:4010', true],
    ['[::1]', true],
    ['evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['evil-localhost', false],
    ['127.0.0.1@evil.example', false],
    ['127.0.0.256', false],
    ['127.1', false],
    ['0.0.0.0:4010', false],
    ['[::]', false],
    ['192.168.0.7:4010', false],
    ['', false],
    ['evil.example:4010#localhost', false],
    ['localhost, evil.example', false],
    ['localhost:4010:4010', false],
    ['[::1].evil.example', false],
  ])('tells whether the host %j is this machine: %s', (host, loopback) => {
    expect(isLoopback(host)).toBe(loopback)
  })

  it.each([
    ['a program on this machine', { host: '127.0.0.1:4010' }, 'passes'],
    ['a call in process', {}, 'passes'],
    [
      'a page that rebinds a name (DNS rebinding)',
      { host: 'evil.example:4010', origin: 'http://evil.example:4010' },
      'forbidden_host',
    ],
    ['the same without Origin', { host: 'evil.example:4010' }, 'forbidden_host'],
    [
      'the inspector',
      { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' },
      'passes',
    ],
    ['a form of another site', { host: '127.0.0.1:4010', origin: 'https://evil.example' }, 'forbidden_origin'],
    ['a sandboxed frame', { host: '127.0.0.1:4010', origin: 'null' }, 'forbidden_origin'],
    [
      'a page on another port',
      { host: 'localhost:4010', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
      'forbidden_origin',
    ],
    [
      'a page that spells the host otherwise',
      { host: '127.0.0.1:4010', origin: 'http://localhost:4010' },
      'forbidden_origin',
    ],
    [
      'an origin that starts like ours',
      { host: 'localhost:4010', origin: 'http://localhost:4010.evil.example' },
      'forbidden_origin',
    ],
    ['an origin with a user', { host: 'localhost:4010', origin: 'http://x@localhost:4010' }, 'forbidden_origin'],
    [
      'two origins',
      { host: 'localhost:4010', origin: 'http://localhost:4010, https://evil.example' },
      'forbidden_origin',
    ],
    [
      'an image of another site',
      { host: '127.0.0.1:4010', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      'forbidden_origin',
    ],
    ['an address typed by a person', { host: '127.0.0.1:4010', 'sec-fetch-site': 'none' }, 'passes'],
  ])('%s', (_, headers, expected) => {
    expect(verdict(headers)).toBe(expected)
  })

  it('lets a person follow a link, and no other page post', () => {
    const link = {
      host: '127.0.0.1:4010',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(verdict(link, {}, 'GET')).toBe('passes')
    expect(verdict(link, {}, 'POST')).toBe('forbidden_origin')
    expect(verdict({ ...link, 'sec-fetch-dest': 'iframe' }, {}, 'GET')).toBe('forbidden_origin')
  })

  const beyond: ControlPolicy = { token: 'secret-token', tokenRequired: true }
  it.each([
    ['no token', { host: '127.0.0.1:4010' }, beyond, 'token_required'],
    ['a wrong token', { host: '127.0.0.1:4010', 'x-emulator-token': 'secret-tokem' }, beyond, 'wrong_token'],
    ['a token that is longer', { host: 'h', 'x-emulator-token': 'secret-token-' }, beyond, 'wrong_token'],
    ['an empty token', { host: 'h', 'x-emulator-token': '' }, beyond, 'wrong_token'],
    ['the token, under any host', { host: 'server.example', 'x-emulator-token': 'secret-token' }, beyond, 'passes'],
    [
      'the token from a foreign page',
      { host: 'server.example', origin: 'https://evil.example', 'x-emulator-token': 'secret-token' },
      beyond,
      'forbidden_origin',
    ],
    [
      'a token that a server of this machine was given',
      { host: 'proxy.example', 'x-emulator-token': 't' },
      { token: 't' },
      'passes',
    ],
    ['no token there', { host: 'localhost' }, { token: 't' }, 'passes'],
    ['a token that nobody asked for', { host: 'localhost', 'x-emulator-token': 't' }, {}, 'passes'],
  ])('with %s', (_, headers, policy, expected) => {
    expect(verdict(headers, policy)).toBe(expected)
  })
})
