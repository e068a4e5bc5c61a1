import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newHome, readCredentials, run, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { svc } from './program.ts'

const store = `default: a
profiles:
  a:
    api_key: svc-key-1
    api_url: http://h/v1
    realtime_url: ws://h/r
  b:
    api_key: svc-key-2
    api_url: http://h/v1
`
const use = (home: string, ...words: string[]) => run(svc, ['profile', 'use', ...words], home)

describe('svc profile use', () => {
  it('sets the default and changes nothing else', async () => {
    const home = newHome()
    writeCredentials(home, store)
    expect(await use(home, 'b')).toMatchObject({ exit: 0, stdout: "Default profile set to 'b'\n", stderr: '' })
    expect(readCredentials(home)).toBe(store.replace('default: a', 'default: b'))
    expect((await use(home, 'a', '--json')).stdout).toBe('{"default":"a","schema_version":1}\n')
    expect(readCredentials(home)).toBe(store)
  })

  it('needs a name that is stored', async () => {
    const home = newHome()
    expect(await use(home)).toMatchObject({ exit: 2, stdout: '' })
    expect(await use(home, 'a')).toMatchObject({ exit: 1, stderr: expect.stringContaining('PROFILE_NOT_FOUND') })
    expect(existsSync(`${home}/.svc`)).toBe(false)
    writeCredentials(home, store)
    expect(await use(home, 'c')).toMatchObject({ exit: 1, stderr: expect.stringContaining('PROFILE_NOT_FOUND') })
    expect(readCredentials(home)).toBe(store)
  })

  it('refuses an open and a malformed file, unchanged', async () => {
    const home = newHome()
    writeCredentials(home, store, 0o640)
    expect(await use(home, 'b')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('INSECURE_CREDENTIALS_PERMISSIONS'),
    })
    expect(readCredentials(home)).toBe(store)
    const other = newHome()
    writeCredentials(other, 'profiles: []\n')
    expect(await use(other, 'b')).toMatchObject({ exit: 1, stderr: expect.stringContaining('CREDENTIALS_NOT_FOUND') })
  })
})
