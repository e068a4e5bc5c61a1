import { describe, expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import { createEmulator } from '../../host/emulator.ts'
import { redactHeaders, redactJson, redactText, redactUrl, secretsInHead } from './redact.ts'

const unit = (id: string) => catalog.find((each) => each.id === id)!

describe('redaction', () => {
  it.each([
    ['/v1/users/me', '/v1/users/me'],
    ['/v1/realtime?access_token=abc&x=1', '/v1/realtime?access_token=[redacted]&x=1'],
    ['/v1/realtime?x=1&API_key=a=b', '/v1/realtime?x=1&API_key=[redacted]'],
    ['/v1/realtime?access%5Ftoken=abc', '/v1/realtime?access%5Ftoken=[redacted]'],
    ['/v1/x?%zz=1', '/v1/x?%zz=1'],
  ])('of the address %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  it('of headers', () => {
    expect(
      redactHeaders(
        ['Authorization', 'Bearer abc', 'X-API-Key', 'k', 'Accept', 'a', 'accept', 'b', 'x-emulator-token', 't'],
        undefined,
      ),
    ).toEqual({
      authorization: 'Bearer [redacted]',
      'x-api-key': '[redacted]',
      accept: 'a, b',
      'x-emulator-token': '[redacted]',
    })
    expect(redactHeaders(['authorization', 'svc-key'], undefined)).toEqual({ authorization: '[redacted]' })
  })

  it.each([
    [
      'POST /api-keys/target/:target/:target_id',
      { api_key: { key: 'abc', key_prefix: 'abc***' } },
      { api_key: { key: '[redacted]', key_prefix: 'abc***' } },
    ],
    ['POST /credentials/target/:target/:target_id', { name: 'n', value: 'abc' }, { name: 'n', value: '[redacted]' }],
    ['POST /users/:user_id/acting-token', { token: 'abc', expires_at: 'x' }, { token: '[redacted]', expires_at: 'x' }],
    [
      'GET /revisions/:revision_id/metadata/:alias',
      { metadata: [{ key: 'a', value: 'b' }] },
      { metadata: [{ key: 'a', value: 'b' }] },
    ],
    ['workflow.list_sessions', { access_token: 'abc', token: 1 }, { access_token: '[redacted]', token: 1 }],
  ])('of bodies of %s', (path, body, shown) => {
    expect(redactJson(JSON.stringify(body), unit(path))).toEqual(shown)
  })

  it('of bodies that nobody understood', () => {
    expect(redactJson('{"value":"abc","key":"d","other":"e"}', undefined)).toEqual({
      value: '[redacted]',
      key: '[redacted]',
      other: 'e',
    })
    expect(redactText('{"value": "ab\\"c", key: d, "name": "e"', undefined)).toBe(
      '{"value": [redacted], key: [redacted], "name": "e"',
    )
    expect(redactText('{"value": "abc', unit('POST /credentials/target/:target/:target_id'))).toBe(
      '{"value": [redacted]',
    )
  })

  it('leaves no secret in prose that quotes what could not be read', async () => {
    const emulator = createEmulator()
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    await emulator.fetch('http://emulator/v2/realtime?access_token=svc-token-ada')
    await emulator.fetch('http://emulator/v1/credentials/target/org/acme', {
      method: 'POST',
      headers,
      body: '{"name":"n","value":"very-secret"',
    })
    await emulator.fetch('http://emulator/v1/credentials/target/org/acme', {
      method: 'POST',
      headers,
      body: '{"value":"very-secret',
    })
    const entries = emulator.journal.entries()
    expect(entries.map(({ error }) => error)).toEqual([
      'endpoint_not_found',
      'invalid_request_body',
      'invalid_request_body',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/svc-token-ada|very-secret/)
  })

  it('leaves no secret of a request in the journal', async () => {
    const emulator = createEmulator()
    for (const path of ['users/me?api_key=svc-key-ada-admin', 'credentialz', 'users/me']) {
      await emulator.fetch(`http://emulator/v1/${path}`, {
        method: path === 'credentialz' ? 'POST' : 'GET',
        headers: { 'x-api-key': 'svc-key-ada-admin', authorization: 'Bearer svc-token-ada' },
        ...(path === 'credentialz' && { body: '{"value":"svc-key-ada-admin"}' }),
      })
    }
    const text = JSON.stringify(emulator.journal.entries())
    expect(emulator.journal.length).toBe(3)
    expect(text).not.toContain('svc-key-ada-admin')
    expect(text).not.toContain('svc-token-ada')
  })
})

describe('a name of a secret', () => {
  it.each([
    'x-auth-token',
    'X-CSRF-Token',
    'authorization',
    'proxy-authorization',
    'x-api-key',
    'cookie',
    'set-cookie',
  ])('hides the header %s', (name) => {
    expect(redactHeaders([name, 'hidden-value'], undefined)).toEqual({ [name.toLowerCase()]: '[redacted]' })
    expect(secretsInHead('/', [name, 'hidden-value'])).toEqual(['hidden-value'])
  })

  it.each(['password', 'PASSWORD', 'access_token', 'client_secret', 'apikey', 'api-key', 'new%5Fpassword'])(
    'hides the parameter %s',
    (name) => {
      expect(redactUrl(`/v1/x?a=1&${name}=hidden-value`)).toBe(`/v1/x?a=1&${name}=[redacted]`)
      expect(secretsInHead(`/v1/x?${name}=hidden-value`, [])).toEqual(['hidden-value'])
    },
  )

  it.each(['cursor', 'limit', 'key_prefix', 'tokens', 'passwordless'])('leaves %s', (name) => {
    expect(redactUrl(`/v1/x?${name}=1`)).toBe(`/v1/x?${name}=1`)
  })
})
