import { beforeEach, describe, expect, it } from 'vitest'
import { ioFor, newHome, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { type CredentialFlags, resolveCredentials } from './resolve.ts'

let home: string
beforeEach(() => {
  home = newHome()
})
const resolve = (flags: CredentialFlags = {}, env: Record<string, string> = {}) =>
  resolveCredentials(flags, ioFor(home, { env }))
const store = `default: work
profiles:
  work: { api_key: key-work, api_url: http://work/v1, realtime_url: ws://work/r }
  ci: { api_key: key-ci, api_url: http://ci/v1 }
`

describe('resolveCredentials', () => {
  it('takes the default profile, the one of SVC_PROFILE, or the one of the flag', async () => {
    writeCredentials(home, store)
    await expect(resolve()).resolves.toMatchObject({
      profile: 'work',
      apiKey: 'key-work',
      apiUrl: 'http://work/v1',
      realtimeUrl: 'ws://work/r',
    })
    const ci = {
      profile: 'ci',
      apiKey: 'key-ci',
      apiUrl: 'http://ci/v1',
      realtimeUrl: 'ws://127.0.0.1:4010/v1/realtime',
    }
    await expect(resolve({}, { SVC_PROFILE: 'ci' })).resolves.toMatchObject(ci)
    await expect(resolve({ profile: 'ci' }, { SVC_PROFILE: 'work' })).resolves.toMatchObject(ci)
    await expect(resolve({}, { SVC_PROFILE: ' ' })).resolves.toMatchObject({ profile: 'work' })
  })

  it('refuses an empty flag as usage, also beside a key', async () => {
    for (const env of [{}, { SVC_API_KEY: 'k' }])
      await expect(resolve({ profile: '' }, env)).rejects.toMatchObject({
        code: 'USAGE_ERROR',
        message: '--profile is empty: it must be the name of a profile',
      })
  })

  it('tells where each value came from', async () => {
    writeCredentials(home, store)
    const from = async (flags: CredentialFlags, env: Record<string, string>) =>
      (await resolveCredentials(flags, ioFor(home, { env }))).from
    expect(await from({}, {})).toEqual({ apiKey: 'profile', apiUrl: 'profile', realtimeUrl: 'profile' })
    expect(await from({ apiUrl: 'http://f/v1' }, { SVC_REALTIME_URL: 'ws://e/r' })).toEqual({
      apiKey: 'profile',
      apiUrl: 'flag',
      realtimeUrl: 'environment',
    })
    expect(await from({}, { SVC_API_KEY: 'k' })).toEqual({
      apiKey: 'environment',
      apiUrl: 'default',
      realtimeUrl: 'default',
    })
  })

  it('takes each URL from the flag, then the environment, then the profile', async () => {
    writeCredentials(home, store)
    const env = { SVC_API_URL: 'http://env/v1', SVC_REALTIME_URL: 'ws://env/r' }
    await expect(resolve({}, env)).resolves.toMatchObject({
      profile: 'work',
      apiKey: 'key-work',
      apiUrl: 'http://env/v1',
      realtimeUrl: 'ws://env/r',
    })
    await expect(resolve({ apiUrl: 'http://flag/v1' }, env)).resolves.toMatchObject({
      apiUrl: 'http://flag/v1',
      realtimeUrl: 'ws://env/r',
    })
  })

  it('involves no profile and no file when a flag or the environment gives the key', async () => {
    const defaults = {
      profile: null,
      apiUrl: 'http://127.0.0.1:4010/v1',
      realtimeUrl: 'ws://127.0.0.1:4010/v1/realtime',
    }
    await expect(resolve({}, { SVC_API_KEY: 'key-env' })).resolves.toMatchObject({ ...defaults, apiKey: 'key-env' })
    writeCredentials(home, 'not: [yaml', 0o644)
    await expect(resolve({ apiKey: 'key-flag' }, { SVC_API_KEY: 'key-env' })).resolves.toMatchObject({
      ...defaults,
      apiKey: 'key-flag',
    })
  })

  it.each(['', ' ', 'relative', '/nonexistent'])('needs no home with a key, HOME being %j', async (HOME) => {
    for (const [flags, key] of [
      [{ apiKey: 'k' }, {}],
      [{}, { SVC_API_KEY: 'k' }],
    ] as const)
      await expect(resolve(flags, { HOME, ...key })).resolves.toMatchObject({ apiKey: 'k', profile: null })
    if (HOME === 'relative') await expect(resolve({}, { HOME })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it.each<[string, CredentialFlags, Record<string, string>, string]>([
    [
      'elsewhere',
      {},
      { SVC_API_URL: 'http://env:1/v1' },
      "note: the key of profile 'work' goes to env:1, which SVC_API_URL names and the profile does not\n",
    ],
    ['where the profile says', {}, { SVC_API_URL: 'http://work/v1' }, ''],
    ['where a flag says', { apiUrl: 'http://flag/v1' }, { SVC_API_URL: 'http://env/v1' }, ''],
    ['elsewhere with a key of its own', {}, { SVC_API_URL: 'http://env/v1', SVC_API_KEY: 'k' }, ''],
    ['to the realtime URL, which nobody opens here', {}, { SVC_REALTIME_URL: 'ws://env/r' }, ''],
  ])('says in one line whose key the environment sends %s (A-95)', async (_, flags, env, note) => {
    writeCredentials(home, store)
    const io = ioFor(home, { env })
    await resolveCredentials(flags, io)
    expect(io.stderr.text).toBe(note)
  })

  it('lets --profile beat SVC_API_KEY, and give the URLs beside --api-key (A-40)', async () => {
    writeCredentials(home, store)
    await expect(resolve({ profile: 'ci' }, { SVC_API_KEY: 'key-env' })).resolves.toMatchObject({
      profile: 'ci',
      apiKey: 'key-ci',
    })
    await expect(resolve({ profile: 'ci', apiKey: 'key-flag' })).resolves.toMatchObject({
      profile: 'ci',
      apiKey: 'key-flag',
      apiUrl: 'http://ci/v1',
    })
    await expect(resolve({ profile: 'nobody', apiKey: 'key-flag' })).rejects.toThrow(
      expect.objectContaining({ code: 'PROFILE_NOT_FOUND' }),
    )
  })

  it('fails with PROFILE_NOT_FOUND for a profile beside a key, where nothing is stored', async () => {
    await expect(resolve({ profile: 'nope', apiKey: 'key-flag' })).rejects.toThrow(
      expect.objectContaining({ code: 'PROFILE_NOT_FOUND', message: "no profile 'nope' is stored" }),
    )
  })

  it('fails with CREDENTIALS_NOT_FOUND when nothing gives a key', async () => {
    const missing = expect.objectContaining({ code: 'CREDENTIALS_NOT_FOUND' })
    await expect(resolve()).rejects.toThrow(missing)
    await expect(resolve({ profile: 'work' })).rejects.toThrow(missing)
    writeCredentials(home, 'default: null\nprofiles: {}\n')
    await expect(resolve({ profile: 'work' })).rejects.toThrow(missing)
    writeCredentials(home, store.replace('default: work', 'default: null'))
    await expect(resolve()).rejects.toThrow(
      expect.objectContaining({ code: 'CREDENTIALS_NOT_FOUND', message: expect.stringContaining('svc profile use') }),
    )
    await expect(resolve({ profile: 'work' })).resolves.toMatchObject({ profile: 'work' })
  })

  it('says what is missing where no profile gives the key', async () => {
    const message = "no profile is stored; run 'npx svc login', or set SVC_API_KEY"
    await expect(resolve()).rejects.toMatchObject({ message })
    writeCredentials(home, 'default: null\nprofiles: {}\n')
    await expect(resolve()).rejects.toMatchObject({ message })
    writeCredentials(home, store.replace('default: work', 'default: null'))
    await expect(resolve()).rejects.toThrow('no default profile is set')
  })

  it('fails with PROFILE_NOT_FOUND for a profile, named or default, that is not stored', async () => {
    writeCredentials(home, store)
    await expect(resolve({ profile: 'wrok' })).rejects.toThrow(
      expect.objectContaining({
        code: 'PROFILE_NOT_FOUND',
        message: "no profile 'wrok' is stored, did you mean 'work'?",
      }),
    )
    await expect(resolve({}, { SVC_PROFILE: 'wrok' })).rejects.toThrow(
      expect.objectContaining({
        code: 'PROFILE_NOT_FOUND',
        message: "SVC_PROFILE: no profile 'wrok' is stored, did you mean 'work'?",
      }),
    )
    writeCredentials(home, store.replace('default: work', 'default: gone'))
    await expect(resolve()).rejects.toThrow(
      expect.objectContaining({
        code: 'PROFILE_NOT_FOUND',
        message: "default of the credential file: no profile 'gone' is stored",
      }),
    )
  })

  it('refuses an open file before it looks at anything in it', async () => {
    writeCredentials(home, 'not: [yaml', 0o640)
    await expect(resolve({ profile: 'x' })).rejects.toThrow(
      expect.objectContaining({ code: 'INSECURE_CREDENTIALS_PERMISSIONS' }),
    )
  })

  it('refuses empty and malformed values by where they came from', async () => {
    await expect(resolve({ apiKey: ' ' }, { SVC_API_KEY: 'key-env' })).rejects.toThrow(
      expect.objectContaining({ code: 'INPUT_REQUIRED', message: '--api-key is empty' }),
    )
    await expect(resolve({ apiUrl: '' })).rejects.toThrow(expect.objectContaining({ code: 'INPUT_REQUIRED' }))
    await expect(resolve({ apiUrl: 'x' })).rejects.toThrow(
      expect.objectContaining({ code: 'USAGE_ERROR', message: expect.stringMatching(/^--api-url must be a URL/) }),
    )
    await expect(resolve({}, { SVC_API_URL: 'x' })).rejects.toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('SVC_API_URL') }),
    )
    await expect(resolve({}, { SVC_API_KEY: 'a b' })).rejects.toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.not.stringContaining('a b') }),
    )
  })
})
