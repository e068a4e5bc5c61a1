import { describe, expect, it } from 'vitest'
import { newHome, run, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { svc } from './program.ts'

const store = `default: b
profiles:
  b: { api_key: svc-key-1, api_url: http://h/v1 }
  a: { api_key: svc-key-2, api_url: http://i/v1, realtime_url: ws://i/r }
  B: { api_key: svc-key-2, api_url: http://j/v1 }
`
const ls = (home: string, ...flags: string[]) => run(svc, ['profile', 'ls', ...flags], home)

describe('svc profile ls', () => {
  it('prints a line for each profile in the order of their names', async () => {
    const home = newHome()
    writeCredentials(home, store)
    expect(await ls(home)).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: '  B (http://j/v1)\n  a (http://i/v1) [realtime: ws://i/r]\n* b (http://h/v1)\n',
    })
  })

  it('answers JSON', async () => {
    const home = newHome()
    writeCredentials(home, store)
    expect(JSON.parse((await ls(home, '--json')).stdout)).toEqual({
      profiles: [
        { name: 'B', url: 'http://j/v1', realtime_url: null, default: false },
        { name: 'a', url: 'http://i/v1', realtime_url: 'ws://i/r', default: false },
        { name: 'b', url: 'http://h/v1', realtime_url: null, default: true },
      ],
      default: 'b',
      schema_version: 1,
    })
  })

  it('prints nothing without profiles or without a file', async () => {
    const home = newHome()
    expect(await ls(home)).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    writeCredentials(home, 'default: null\nprofiles: {}\n')
    expect(await ls(home)).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(JSON.parse((await ls(home, '--json')).stdout)).toEqual({ profiles: [], default: null, schema_version: 1 })
  })

  it('refuses an open and a malformed file', async () => {
    const home = newHome()
    writeCredentials(home, store, 0o620)
    expect(await ls(home)).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('INSECURE_CREDENTIALS_PERMISSIONS'),
    })
    const other = newHome()
    writeCredentials(other, `${store}  c: {}\n`)
    expect(await ls(other)).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('credentials.yaml:6: '),
    })
  })
})
