import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'
import { run as runInProcess, type Surroundings } from '../../tests/helpers/cli/in-process.ts'
import { aloneInAFolder, folder, served } from '../../tests/helpers/cli/recording.ts'
import { svcEmulator } from './program.ts'

aloneInAFolder()

const ada = 'svc-key-ada-admin'
const env = { SVC_API_KEY: ada }
const fast = ['--rate', '100000/s']

const run = (args: readonly string[], surroundings: Surroundings = { env }) =>
  runInProcess(svcEmulator, ['pull', ...args], folder, surroundings)

it('writes a fixture that the emulator takes, and says how much of each table it has', async () => {
  const { url } = await served({ seed: 9 })
  const file = join(folder, 'My acme.yaml')
  writeFileSync(file, 'what was there before')
  const { exit, stdout, stderr } = await run(['--target', url, '--org', 'acme', '-o', file, ...fast])
  expect([exit, stdout], stderr).toEqual([0, ''])
  expect(stderr).toMatch(/^ {2}users +3 {2}whole\n/)
  expect(stderr).toContain('\n  metadata            0  not listed by the API\n')
  expect(stderr).toContain('\nnote: not shown, and as new records have it: orgs.enabled_blob_types, revisions.note\n')
  expect(stderr).toMatch(/\nsvc-emulator: wrote .*My acme\.yaml, 358 records from \d+ requests\n/)
  expect(stderr).toMatch(/\n {2}SVC_API_KEY=pulled-ada-admin stands for your key there\n$/)
  expect(readFileSync(file, 'utf8')).toMatch(/^# yaml-language-server: .*\nfixture: 1\nname: my-acme\nabout: /)
  const world = { scenario: 1, name: 'mine', world: { fixtures: [file] } } as const
  const emulator = createEmulator({ scenario: await loadScenario(world) })
  const answer = await emulator.fetch('/v1/orgs/acme/blobs', { headers: { 'x-api-key': 'pulled-ada-admin' } })
  expect(((await answer.json()) as { blobs: object[] }).blobs).toHaveLength(4)
})

it('writes JSON, the same each time, and with stand-ins a name that says nothing', async () => {
  const { url } = await served({ seed: 9 })
  const args = ['--target', url, '--org', 'acme', '--anonymize', ...fast]
  const texts: string[] = []
  for (const name of ['acme.json', 'again.json']) {
    const { exit, stderr } = await run([...args, '-o', join(folder, name)])
    expect(exit, stderr).toBe(0)
    texts.push(readFileSync(join(folder, name), 'utf8'))
  }
  expect(texts[0]).toBe(texts[1])
  expect(JSON.parse(texts[0]!)).toMatchObject({ fixture: 1, name: 'pulled' })
  expect(texts[0]).not.toMatch(/acme|Ada\b/)
})

it('takes a key of another variable', async () => {
  const { url } = await served()
  const file = join(folder, 'acme.yaml')
  const args = ['--target', url, '--org', 'acme', '-o', file, '--api-key-env', 'main=MINE', ...fast]
  const { exit, stderr } = await run(args, { env: { MINE: 'svc-key-acme-write' } })
  expect(exit, stderr).toBe(0)
  expect(stderr).toContain('\n  credentials         0  not readable with this key\n')
  expect((await run(args)).stderr).toContain("the key 'main' is read from MINE, which is not set")
})

/** A server that is no service of this API. */
async function serveOther(): Promise<string> {
  const server = createServer((_, answer) => answer.end('{"hello":"world"}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const closed = 'http://127.0.0.1:1/v1'

it.each<[string, () => Promise<string> | string, string[], string, string]>([
  [
    'an unknown organization',
    async () => (await served()).url,
    ['--org', 'acmee'],
    ada,
    "cannot read an organization 'acmee' (404 org_not_found), did you mean 'acme'?; those of its user are acme, ada-lab",
  ],
  [
    'a key that is refused',
    async () => (await served()).url,
    ['--org', 'acme'],
    'svc-key-of-nobody',
    "does not know the key 'main': GET /users/me is 401",
  ],
  ['a host that does not answer', () => closed, ['--org', 'acme'], ada, `${closed} does not answer: `],
  ['another service', serveOther, ['--org', 'acme'], ada, 'is not the API: GET /users/me is answered with'],
])('refuses %s, and leaves the file that is there', async (_what, serve, more, key, message) => {
  const file = join(folder, 'kept.yaml')
  writeFileSync(file, 'kept')
  const args = ['--target', await serve(), '-o', file, ...fast, ...more]
  const { exit, stderr } = await run(args, { env: { SVC_API_KEY: key } })
  expect(exit).toBe(2)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('svc-key')
  expect(readFileSync(file, 'utf8')).toBe('kept')
})

it.each([
  [['--org', 'acme', '-o', 'a.yaml'], 'name the service with --target'],
  [['--target', closed, '-o', 'a.yaml'], 'name the organization with --org'],
  [['--target', closed, '--org', 'acme'], '-o is missing'],
  [
    ['--target', closed, '--org', 'acme', '-o', 'a.txt'],
    "-o takes a file that ends in .yaml, .yml or .json; it was 'a.txt'",
  ],
  [
    ['--target', closed, '--org', 'acme', '-o', 'a.yaml', '--api-key-env', 'other=X'],
    "--api-key-env takes main=VAR, the name of a variable; it was 'other=X'",
  ],
  [['--target', closed, '--org', 'acme', '-o', 'a.yaml', '--rate', 'often'], 'rate: expected requests a second'],
])('refuses the line %j', async (args, message) => {
  const { exit, stderr } = await run(args)
  expect([exit, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('writes nothing after Ctrl-C', async () => {
  const { url, emulator } = await served()
  const stop = new AbortController()
  const file = join(folder, 'acme.yaml')
  const gate = emulator.hold('workflow.list_sessions')
  const ended = run(['--target', url, '--org', 'acme', '-o', file, ...fast], { env, stopping: stop.signal })
  await gate.arrived()
  stop.abort()
  expect(await ended).toMatchObject({ exit: 130 })
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
