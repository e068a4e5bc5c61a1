import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseCredentialFile } from '../credentials/credential-file.ts'
import {
  credentialFile,
  readMode,
  newHome,
  readCredentials,
  run,
  type Surroundings,
  writeCredentials,
} from '../../tests/helpers/cli/in-process.ts'
import { ada, ben, send, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { svc } from './program.ts'

let service: StandIn
let home: string
beforeEach(async () => {
  service = await startStandIn()
  home = newHome()
})
afterEach(() => service.close())

const key = 'svc-key-ada-admin'
const login = (flags: string[], surroundings: Surroundings = {}) =>
  run(svc, ['login', '--api-url', service.url, ...flags], home, surroundings)
const stored = () => parseCredentialFile('f', readCredentials(home))

describe('svc login', () => {
  it('validates the key, stores the profile and says who it is', async () => {
    expect(await login(['--api-key', key])).toEqual({
      exit: 0,
      stdout: `Logged in as Ada (${ada.id}), profile 'default'\n`,
      stderr: '',
      stdinWasRead: false,
    })
    expect(service.requests).toEqual([`GET /v1/users/me ${key}`])
    expect(readCredentials(home)).toBe(
      `default: default\nprofiles:\n  default:\n    api_key: ${key}\n    api_url: ${service.url}\n`,
    )
    expect(readMode(credentialFile(home))).toBe('0600')
  })

  it('answers JSON with a concrete realtime URL that it does not store', async () => {
    const { stdout } = await login(['--api-key', key, '--profile', 'p', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      profile: 'p',
      url: service.url,
      realtime_url: 'ws://127.0.0.1:4010/v1/realtime',
      user: { ...ada, alias: 'ada', role: 'owner' },
      schema_version: 1,
    })
    expect(stored().profiles.get('p')).toEqual({ apiKey: key, apiUrl: service.url })
  })

  it('stores a realtime URL that was supplied, and never opens it', async () => {
    await login(['--api-key', key, '--realtime-url', service.realtimeUrl])
    expect(stored().profiles.get('default')?.realtimeUrl).toBe(service.realtimeUrl)
    await login(['--api-key', key])
    expect(stored().profiles.get('default')).not.toHaveProperty('realtimeUrl')
    expect(service.requests.filter((line) => line.startsWith('UPGRADE'))).toEqual([])
  })

  it('names the profile by the flag, by SVC_PROFILE, or default', async () => {
    await login(['--api-key', key, '--profile', 'a'], { env: { SVC_PROFILE: 'b' } })
    await login(['--api-key', key], { env: { SVC_PROFILE: 'b' } })
    await login(['--api-key', key])
    expect([...stored().profiles.keys()]).toEqual(['a', 'b', 'default'])
  })

  it('makes the first profile the default, and no later one unless it is alone', async () => {
    await login(['--api-key', key, '--profile', 'a'])
    await login(['--api-key', key, '--profile', 'b'])
    expect(stored().defaultName).toBe('a')
    await run(svc, ['logout'], home)
    await login(['--api-key', key, '--profile', 'c'])
    expect(stored().defaultName).toBeNull()
    await run(svc, ['logout', '--profile', 'b'], home)
    await login(['--api-key', key, '--profile', 'c'])
    expect(stored().defaultName).toBe('c')
    await run(svc, ['logout', '--all'], home)
    await login(['--api-key', key, '--profile', 'd'])
    expect(stored().defaultName).toBe('d')
  })

  it('replaces a profile by another user without asking', async () => {
    await login(['--api-key', key])
    const { stdout } = await login(['--api-key', 'svc-key-ben-admin'])
    expect(stdout).toBe(`Logged in as Ben (${ben.id}), profile 'default'\n`)
    expect(stored().profiles.get('default')?.apiKey).toBe('svc-key-ben-admin')
  })

  it('is AUTH_INVALID for a rejected key, and stores nothing', async () => {
    const ended = await login(['--api-key', 'svc-key-nobody'])
    expect(ended).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringMatching(/^error: AUTH_INVALID: /) })
    expect(existsSync(`${home}/.svc`)).toBe(false)
  })

  it('is API_UNAVAILABLE when the service fails', async () => {
    service.answers.set('/v1/users/me', (response) =>
      send(response, 503, { status: 'failure', error: 'internal_error' }),
    )
    expect(await login(['--api-key', key])).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/^error: API_UNAVAILABLE: /),
    })
  })

  it.each([
    ['an open file', 'default: null\n', 0o644, 'INSECURE_CREDENTIALS_PERMISSIONS'],
    ['an open file that is malformed too', 'x: [', 0o660, 'INSECURE_CREDENTIALS_PERMISSIONS'],
    ['invalid YAML', 'default: [', 0o600, 'CREDENTIALS_NOT_FOUND'],
    ['a malformed profile', 'profiles: { x: { api_key: k } }', 0o600, 'CREDENTIALS_NOT_FOUND'],
  ])('refuses %s before the service is asked, and leaves it', async (_, text, mode, code) => {
    writeCredentials(home, text, mode)
    expect(await login(['--api-key', key])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining(`error: ${code}: `),
    })
    expect(service.requests).toEqual([])
    expect([readCredentials(home), readMode(credentialFile(home))]).toEqual([text, `0${mode.toString(8)}`])
  })

  it('complains of the input before it looks at the file', async () => {
    writeCredentials(home, 'x: [', 0o644)
    expect((await login([])).stderr).toContain('INPUT_REQUIRED')
  })

  it('writes as the older release when told so', async () => {
    await login(['--api-key', key, '--profile', 'a', '--realtime-url', 'ws://h/r'])
    await login(['--api-key', key, '--profile', 'b', '--realtime-url', 'ws://h/r'], {
      env: { SVC_CREDENTIALS_RELEASE: '0' },
    })
    expect(readCredentials(home)).not.toContain('realtime_url')
    expect([...stored().profiles.keys()]).toEqual(['a', 'b'])
  })

  it('takes no URL and no key of the environment (A-40)', async () => {
    const env = { SVC_API_KEY: 'svc-key-ben-admin', SVC_API_URL: 'nonsense', SVC_REALTIME_URL: 'ws://env/r' }
    const { stdout } = await run(svc, ['login', '--api-key', key, '--api-url', service.url, '--json'], home, { env })
    expect(JSON.parse(stdout)).toMatchObject({ url: service.url, realtime_url: 'ws://127.0.0.1:4010/v1/realtime' })
    expect(stored().profiles.get('default')).toEqual({ apiKey: key, apiUrl: service.url })
    expect((await run(svc, ['login'], home, { env })).stderr).toContain('INPUT_REQUIRED')
  })
})
