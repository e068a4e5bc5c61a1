import { beforeEach, describe, expect, it } from 'vitest'
import { ioFor, newHome, writeCredentials } from '../testing/in-process.ts'
import { type CredentialFlags, resolveCredentials } from './resolve.ts'

let home: string
beforeEach(() => {
  home = newHome()
})
const resolve = (flags: CredentialFlags = {}, env: Record<string, string> = {}) => resolveCredentials(flags, ioFor(home, { env }))
const store = `default: work
profiles:
  work: { api_key: key-work, api_url: http://work/v1, realtime_url: ws://work/r }
  ci: { api_key: key-ci, api_url: http://ci/v1 }
`

describe('resolveCredentials', () => {
  it('takes the default profile, the one of SVC_PROFILE, or the one of the flag', () => {
    writeCredentials(home, store)
    expect(resolve()).toEqual({ profile: 'work', apiKey: 'key-work', apiUrl: 'http://work/v1', realtimeUrl: 'ws://work/r' })
    const ci = { profile: 'ci', apiKey: 'key-ci', apiUrl: 'http://ci/v1', realtimeUrl: 'ws://127.0.0.1:4010/v1/realtime' }
    expect(resolve({}, { SVC_PROFILE: 'ci' })).toEqual(ci)
    expect(resolve({ profile: 'ci' }, { SVC_PROFILE: 'work' })).toEqual(ci)
    expect(resolve({}, { SVC_PROFILE: ' ' }).profile).toBe('work')
  })

  it('takes each URL from the flag, then the environment, then the profile', () => {
    writeCredentials(home, store)
    const env = { SVC_API_URL: 'http://env/v1', SVC_REALTIME_URL: 'ws://env/r' }
    expect(resolve({}, env)).toMatchObject({ profile: 'work', apiKey: 'key-work', apiUrl: 'http://env/v1', realtimeUrl: 'ws://env/r' })
    expect(resolve({ apiUrl: 'http://flag/v1' }, env)).toMatchObject({ apiUrl: 'http://flag/v1', realtimeUrl: 'ws://env/r' })
  })

  it('involves no profile and no file when a flag or the environment gives the key', () => {
    const defaults = { profile: null, apiUrl: 'http://127.0.0.1:4010/v1', realtimeUrl: 'ws://127.0.0.1:4010/v1/realtime' }
    expect(resolve({}, { SVC_API_KEY: 'key-env' })).toEqual({ ...defaults, apiKey: 'key-env' })
    writeCredentials(home, 'not: [yaml', 0o644)
    expect(resolve({ apiKey: 'key-flag', profile: 'ci' }, { SVC_API_KEY: 'key-env' })).toEqual({ ...defaults, apiKey: 'key-flag' })
  })

  it('fails with CREDENTIALS_NOT_FOUND when nothing gives a key', () => {
    const missing = expect.objectContaining({ code: 'CREDENTIALS_NOT_FOUND' })
    expect(() => resolve()).toThrow(missing)
    expect(() => resolve({ profile: 'work' })).toThrow(missing)
    writeCredentials(home, 'default: null\nprofiles: {}\n')
    expect(() => resolve({ profile: 'work' })).toThrow(missing)
    writeCredentials(home, store.replace('default: work', 'default: null'))
    expect(() => resolve()).toThrow(expect.objectContaining({ code: 'CREDENTIALS_NOT_FOUND', message: expect.stringContaining('svc profile use') }))
    expect(resolve({ profile: 'work' }).profile).toBe('work')
  })

  it('fails with PROFILE_NOT_FOUND for a profile, named or default, that is not stored', () => {
    writeCredentials(home, store)
    expect(() => resolve({ profile: 'wrok' })).toThrow(expect.objectContaining({ code: 'PROFILE_NOT_FOUND', message: "no profile 'wrok' is stored, did you mean 'work'?" }))
    expect(() => resolve({}, { SVC_PROFILE: 'x' })).toThrow(expect.objectContaining({ code: 'PROFILE_NOT_FOUND' }))
    writeCredentials(home, store.replace('default: work', 'default: gone'))
    expect(() => resolve()).toThrow(expect.objectContaining({ code: 'PROFILE_NOT_FOUND', message: expect.stringContaining('gone') }))
  })

  it('refuses an open file before it looks at anything in it', () => {
    writeCredentials(home, 'not: [yaml', 0o640)
    expect(() => resolve({ profile: 'x' })).toThrow(expect.objectContaining({ code: 'INSECURE_CREDENTIALS_PERMISSIONS' }))
  })

  it('refuses empty and malformed values by where they came from', () => {
    expect(() => resolve({ apiKey: ' ' }, { SVC_API_KEY: 'key-env' })).toThrow(expect.objectContaining({ code: 'INPUT_REQUIRED', message: '--api-key is empty' }))
    expect(() => resolve({ apiUrl: '' })).toThrow(expect.objectContaining({ code: 'INPUT_REQUIRED' }))
    expect(() => resolve({ apiUrl: 'x' })).toThrow(expect.objectContaining({ code: 'USAGE_ERROR' }))
    expect(() => resolve({}, { SVC_API_URL: 'x' })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('SVC_API_URL') }))
    expect(() => resolve({}, { SVC_API_KEY: 'a b' })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID', message: expect.not.stringContaining('a b') }))
  })
})
