import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseCredentialFile } from '../credentials/credential-file.ts'
import {
  newHome,
  readCredentials,
  run,
  type Surroundings,
  writeCredentials,
} from '../../tests/helpers/cli/in-process.ts'
import { svc } from './program.ts'

let home: string
beforeEach(() => {
  home = newHome()
})
const logout = (flags: string[] = [], surroundings: Surroundings = {}) =>
  run(svc, ['logout', ...flags], home, surroundings)
const store = `default: b
profiles:
  b: { api_key: svc-key-1, api_url: http://h/v1 }
  a: { api_key: svc-key-2, api_url: http://h/v1, realtime_url: ws://h/r }
`
const left = () => {
  const { defaultName, profiles } = parseCredentialFile('f', readCredentials(home))
  return [defaultName, ...profiles.keys()]
}

describe('svc logout', () => {
  it('removes the default profile and picks no new one', async () => {
    writeCredentials(home, store)
    expect(await logout()).toMatchObject({ exit: 0, stdout: "Removed profile 'b'\n", stderr: '' })
    expect(left()).toEqual([null, 'a'])
    expect(readCredentials(home)).toContain('realtime_url: ws://h/r')
  })

  it('removes a named profile, by flag or SVC_PROFILE, and keeps the default', async () => {
    writeCredentials(home, store)
    expect(await logout(['--profile', 'a', '--json'])).toMatchObject({
      exit: 0,
      stdout: '{"removed":["a"],"schema_version":1}\n',
    })
    expect(left()).toEqual(['b', 'b'])
    writeCredentials(home, store)
    expect(await logout([], { env: { SVC_PROFILE: 'a' } })).toMatchObject({ stdout: "Removed profile 'a'\n" })
  })

  it('removes everything with --all', async () => {
    writeCredentials(home, store)
    expect(await logout(['--all'])).toMatchObject({ exit: 0, stdout: "Removed profile 'b'\nRemoved profile 'a'\n" })
    expect(left()).toEqual([null])
    expect(await logout(['--all', '--json'])).toMatchObject({ exit: 0, stdout: '{"removed":[],"schema_version":1}\n' })
  })

  it('with --all and no file does nothing at all', async () => {
    expect(await logout(['--all'])).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(existsSync(`${home}/.svc`)).toBe(false)
  })

  it('is PROFILE_NOT_FOUND without the profile, without a default, and without a file', async () => {
    const notFound = { exit: 1, stdout: '', stderr: expect.stringContaining('error: PROFILE_NOT_FOUND: ') }
    expect(await logout()).toMatchObject(notFound)
    expect(existsSync(`${home}/.svc`)).toBe(false)
    writeCredentials(home, store)
    expect(await logout(['--profile', 'c'])).toMatchObject(notFound)
    await logout()
    const before = readCredentials(home)
    expect(await logout()).toMatchObject(notFound)
    expect(readCredentials(home)).toBe(before)
  })

  it.each([['--all'], ['--profile=a']])('refuses an open or malformed file (%s)', async (flag) => {
    writeCredentials(home, store, 0o604)
    expect(await logout([flag])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('INSECURE_CREDENTIALS_PERMISSIONS'),
    })
    expect(readCredentials(home)).toBe(store)
    const other = newHome()
    writeCredentials(other, 'profiles: 3\n')
    expect(await run(svc, ['logout', flag], other)).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('CREDENTIALS_NOT_FOUND'),
    })
    expect(readCredentials(other)).toBe('profiles: 3\n')
  })

  it.each([[], ['--all']])('refuses an empty name of a profile, with %j', async (...more) => {
    expect(await logout(['--profile', ' ', ...more])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--profile is empty'),
    })
  })

  it('removes every profile with --all, whatever --profile names (A-69)', async () => {
    writeCredentials(home, store)
    expect(await logout(['--all', '--profile', 'a'])).toMatchObject({ exit: 0 })
    expect(readCredentials(home)).not.toContain('api_key')
  })
})
