import { expect, it } from 'vitest'
import { realtimeHint } from './realtime-hint.ts'
import type { ClientCredentials } from './credentials.ts'

const credentials = (
  apiUrl: string,
  from: Partial<ClientCredentials['from']> = {},
  profile: string | null = 'local',
): ClientCredentials => ({
  profile,
  apiKey: 'svc-key-1',
  apiUrl,
  realtimeUrl: 'ws://127.0.0.1:4010/v1/realtime',
  stored: undefined,
  from: { apiKey: 'profile', apiUrl: 'profile', realtimeUrl: 'default', ...from },
})

it('names the realtime URL that goes with the API of a profile', () => {
  expect(realtimeHint(credentials('http://127.0.0.1:4022/v1'))).toBe(
    "hint: profile 'local' has no realtime URL, so ws://127.0.0.1:4010/v1/realtime is used, which is not where its API is. " +
      'Log in with --realtime-url ws://127.0.0.1:4022/v1/realtime, or set SVC_REALTIME_URL.',
  )
  expect(realtimeHint(credentials('https://api.example.com/v1/'))).toContain('wss://api.example.com/v1/realtime')
})

it('says nothing where the URL was chosen, is right, or comes from no profile', () => {
  expect(realtimeHint(credentials('http://127.0.0.1:4010/v1'))).toBe(undefined)
  expect(realtimeHint(credentials('http://127.0.0.1:4022/v1', { realtimeUrl: 'environment' }))).toBe(undefined)
  expect(realtimeHint(credentials('http://127.0.0.1:4022/v1', { realtimeUrl: 'profile' }))).toBe(undefined)
  for (const profile of ['local', null])
    expect(realtimeHint(credentials('http://127.0.0.1:4022/v1', { apiUrl: 'flag' }, profile))).toBe(undefined)
})
