import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../emulator/adapters/node/server.ts'
import { parseCredentialFile } from '../../cli/credentials/credential-file.ts'
import { bins, buildProgram, finished, runBin, startBin } from '../helpers/cli/bins.ts'
import { credentialFile, readMode, newHome, readCredentials } from '../helpers/cli/in-process.ts'
import { until } from '../helpers/until.ts'

const key = 'svc-key-ada-admin'
/** Without its capabilities, root is refused what others are. */
const unprivileged: string[] = process.geteuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
const withUmask = (umask: string) => ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh']
let writer: Awaited<ReturnType<typeof buildProgram>>
let server: RunningServer
let home: string
beforeAll(async () => {
  ;[writer, server] = await Promise.all([buildProgram('tests/helpers/cli/store-writer.ts'), startServer()])
})
afterAll(async () => {
  writer.remove()
  await server.close()
})
beforeEach(() => {
  home = newHome()
})
const login = (profile: string, setting = {}) =>
  runBin(bins.svc, ['login', '--profile', profile, '--api-key', key, '--api-url', server.url], { home, ...setting })
const filesIn = (directory: string) =>
  readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())

describe('the credential store', () => {
  // With 0, everything that a program makes has the widest mode it asks for.
  it.each(['0', '0277', '0477', '0777'])('is 0600 in a directory of 0700 with the umask %s', async (umask) => {
    const through = [...withUmask(umask), ...unprivileged]
    for (const profile of ['a', 'b']) expect(await login(profile, { through })).toMatchObject({ exit: 0 })
    expect([readMode(credentialFile(home)), readMode(join(home, '.svc'))]).toEqual(['0600', '0700'])
  })

  it('keeps every profile of logins at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`)
    const results = await Promise.all(names.map((name) => login(name)))
    expect(results.filter(({ exit }) => exit !== 0)).toEqual([])
    const { defaultName, profiles } = parseCredentialFile('f', readCredentials(home))
    expect([...profiles.keys()].sort()).toEqual([...names].sort())
    expect(names).toContain(defaultName)
    expect(readdirSync(join(home, '.svc'))).toEqual(['credentials.yaml'])
  })

  it('is whole and closed to others whenever the writer is killed', async () => {
    await login('kept')
    let cutShort = 0
    // As long as no kill met a write, the rounds prove nothing.
    for (let round = 0; round < 5 || cutShort === 0; round++) {
      const child = startBin(writer.path, [], { home, through: withUmask('0') })
      const ended = finished(child)
      await new Promise((resolve) => child.stdout.once('data', resolve))
      // A write is under way while its temporary file is there.
      await until(() => expect(filesIn(join(home, '.svc')).length).toBeGreaterThan(1))
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
      cutShort += expectWhole() ? 1 : 0
      letLockGrowOld()
    }
    expect(await login('after')).toMatchObject({ exit: 0 })
    expect(filesIn(join(home, '.svc'))).toEqual([credentialFile(home)])
    expect([...parseCredentialFile('f', readCredentials(home)).profiles.keys()]).toEqual(['kept', 'written', 'after'])
  })

  /** True if the kill interrupted a write: its temporary file is still there. */
  function expectWhole(): boolean {
    const { profiles } = parseCredentialFile('f', readFileSync(credentialFile(home), 'utf8'))
    const written = profiles.get('written')
    expect(profiles.get('kept')?.apiKey).toBe(key)
    expect(written?.apiKey.slice('key-'.length)).toBe(written?.apiUrl.slice('http://h/'.length))
    const files = filesIn(join(home, '.svc'))
    for (const path of files) expect([path, readMode(path)]).toEqual([path, '0600'])
    return files.length > 1
  }

  /** As if the seconds had passed after which the lock of a dead process is taken over. */
  function letLockGrowOld(): void {
    const lock = `${credentialFile(home)}.lock`
    if (existsSync(lock)) utimesSync(lock, 0, 0)
  }

  it.each<[string, () => void]>([
    ['before it begins', () => {}],
    ['while it waits for the API', () => expect(server.emulator.triggers.list()[0]?.fired).toBe(1)],
  ])('leaves nothing half done at Ctrl-C in a login, %s', async (_, isThere) => {
    await login('a')
    const before = readCredentials(home)
    const { id } = server.emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: { delay: '1h' } })
    const child = startBin(bins.svc, ['login', '--profile', 'b', '--api-key', key, '--api-url', server.url], { home })
    const ended = finished(child)
    await until(isThere)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ exit: null, signal: 'SIGINT' })
    server.emulator.triggers.remove(id)
    expect([readCredentials(home), readdirSync(join(home, '.svc'))]).toEqual([before, ['credentials.yaml']])
  })

  it('is whole after Ctrl-C in the middle of a write', async () => {
    await login('a')
    const child = startBin(bins.svc, ['login', '--profile', 'b', '--api-key', key, '--api-url', server.url], { home })
    const ended = finished(child)
    await until(() => expect(existsSync(`${credentialFile(home)}.lock`) || child.exitCode !== null).toBe(true))
    child.kill('SIGINT')
    const { exit, signal } = await ended
    const { profiles } = parseCredentialFile('f', readCredentials(home))
    // The signal may come after the last step.
    expect([exit, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGINT'])
    expect([...profiles.keys()]).toEqual(exit === 0 ? ['a', 'b'] : expect.arrayContaining(['a']))
    expect(readdirSync(join(home, '.svc'))).toEqual(['credentials.yaml'])
  })

  it('says what is wrong when it may not write', async () => {
    await login('a')
    const before = readCredentials(home)
    chmodSync(join(home, '.svc'), 0o500)
    const { exit, stderr } = await login('b', { through: unprivileged })
    chmodSync(join(home, '.svc'), 0o700)
    expect([exit, stderr]).toEqual([1, expect.stringMatching(/^error: CREDENTIALS_NOT_WRITTEN: .*EACCES/)])
    expect(readCredentials(home)).toBe(before)
  })
})
