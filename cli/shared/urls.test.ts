import { describe, expect, it } from 'vitest'
import { apiUrlProblem, defaultApiUrl, defaultRealtimeUrl, normalizeApiUrl, realtimeUrlProblem } from './urls.ts'

describe('URLs', () => {
  it('accepts the defaults, the API one with the version prefix', () => {
    expect(apiUrlProblem(defaultApiUrl)).toBeUndefined()
    expect(new URL(defaultApiUrl).pathname).toBe('/v1')
    expect(realtimeUrlProblem(defaultRealtimeUrl)).toBeUndefined()
    expect(realtimeUrlProblem('wss://h/v1/realtime?region=eu')).toBeUndefined()
  })

  it.each([
    ['localhost:4010', 'http://'],
    ['nonsense', 'http://'],
    ['ws://127.0.0.1/v1', 'http://'],
    ['http://a b/', 'http://'],
    ['http://ada:secret@h/v1', 'user name or password'],
    ['http://h/v1?x=1', 'query'],
    ['http://h/v1#x', 'fragment'],
  ])('refuses the API URL %j without repeating it', (url, word) => {
    expect(apiUrlProblem(url)).toContain(word)
    expect(apiUrlProblem(url)).not.toContain('secret')
  })

  it.each(['http://h/', 'ws://h/?api_key=secret', 'ws://h/?access_token=secret', 'ws://u:secret@h/'])(
    'refuses the realtime URL %j',
    (url) => {
      expect(realtimeUrlProblem(url)).toBeTypeOf('string')
      expect(realtimeUrlProblem(url)).not.toContain('secret')
    },
  )

  it.each([
    ['HTTPS://API.Example.com:443/v1', 'https://api.example.com/v1'],
    ['http://h/v1?', 'http://h/v1'],
    ['http://h/v1#', 'http://h/v1'],
    ['http://h/v1//', 'http://h/v1'],
    ['http://h', 'http://h'],
    ['http:\\\\h\\v1', 'http://h/v1'],
    ['http://[0:0::1]:4010/v1/', 'http://[::1]:4010/v1'],
    ['http://@h/v1', 'http://h/v1'],
  ])('takes %j as %j', (text, url) => {
    expect(apiUrlProblem(text)).toBeUndefined()
    expect(normalizeApiUrl(text)).toBe(url)
  })
})
