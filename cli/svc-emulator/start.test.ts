import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { listening, runHere, serveHere } from '../../tests/helpers/cli/running.ts'
import { svcEmulator } from './program.ts'
import { start } from './start.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['typo', "--broken: there is no clause 'typo' that can be broken (npx svc-emulator clauses lists all clauses)"],
  ['user.has-name,user.has-nam', "'user.has-nam' that can be broken, did you mean 'user.has-name'?"],
])('refuses --broken %s as a usage error', async (ids, message) => {
  const program = { ...svcEmulator, commands: [start] }
  expect(await run(program, ['start', '--port', '0', '--broken', ids], folder)).toMatchObject({
    exit: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})

it.each(['65536', '-1', '80a'])('refuses the port %s as a usage error', async (port) => {
  const program = { ...svcEmulator, commands: [start] }
  expect(await run(program, ['start', '--port', port], folder)).toMatchObject({
    exit: 2,
    stdout: '',
    stderr: expect.stringContaining('--port'),
  })
})

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

it.each(['start', 'exec', 'replay', 'clauses', 'openapi', 'openrpc'])(
  'says what is left of --facts of %s',
  async (command) => {
    const result = runHere([command, '--facts', 'facts.yaml'])
    expect(await result.exit).toBe(2)
    expect(result.err).toContain(
      'Unknown flag --facts: drift writes such a file and questions reads it. To follow it, name',
    )
  },
)

it('names the port and the flag when the port is in use', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as { port: number }
  const result = runHere(['--port', String(port)])
  expect(await result.exit).toBe(2)
  expect(result.err).toBe(
    `svc-emulator: port ${port} is in use; choose another with --port, or --port 0 for any free one\n`,
  )
  holder.close()
})

it('keeps as many exchanges as --journal says', async () => {
  const { url } = await serveHere('--journal', '2')
  for (let i = 0; i < 3; i++) await fetch(`${url}/users/me`, { headers: ada })
  const { entries, dropped } = (await (await fetch(url.replace('/v1', '/__emulator/journal'))).json()) as {
    entries: unknown[]
    dropped: number
  }
  expect([entries.length, dropped]).toEqual([2, 1])
  const wrong = await run(svcEmulator, ['start', '--journal', '0'], tmpdir())
  expect([wrong.exit, wrong.stderr]).toEqual([
    2,
    expect.stringContaining("--journal takes an integer from 1 to 10000000; it was '0'"),
  ])
})

it('keeps a state file between runs', async () => {
  const state = join(folder, 'state.json')
  const first = await serveHere('--state', state)
  await fetch(`${first.url}/orgs`, {
    method: 'POST',
    headers: ada,
    body: JSON.stringify({ name: 'Kept', alias: 'kept' }),
  })
  first.stop()
  expect(await first.exit).toBe(0)
  const second = await serveHere('--state', state)
  expect((await fetch(`${second.url}/orgs/kept`, { headers: ada })).status).toBe(200)
})

it('refuses a state file that is none, and leaves it alone', async () => {
  const state = join(folder, 'state.json')
  await writeFile(state, '{"tables": ')
  const result = runHere(['start', '--port', '0', '--state', state])
  expect(await result.exit).toBe(2)
  expect(result.err).toContain(`${state}:1:`)
  expect(await readFile(state, 'utf8')).toBe('{"tables": ')
})

it('names the file of --state that is something else, and leaves it as it is', async () => {
  const state = join(folder, 'contract.json')
  await writeFile(state, '{"clauses": []}')
  const result = runHere(['start', '--port', '0', '--state', state])
  expect(await result.exit).toBe(2)
  expect(result.err).toContain(
    `--state ${state} is not a state: expected what --state or GET /__emulator/export writes`,
  )
  expect(await readFile(state, 'utf8')).toBe('{"clauses": []}')
})

it('stops with one readable message for a wrong fixture file', async () => {
  const file = join(folder, 'world.yaml')
  await writeFile(file, 'fixture: 1\nname: world\nrecords:\n  orgs:\n    - alias: acme\n      visibilty: public\n')
  const result = runHere(['start', '--port', '0', '--fixtures', file])
  expect(await result.exit).toBe(2)
  expect(result.err).toContain(`${file}:6:7 `)
  expect(result.err).toContain("did you mean 'visibility'?")
  expect(result.err).not.toMatch(/\n {4}at /)
})

it.each([
  [['start', '--prot', '1'], 'Unknown flag --prot, did you mean --port?'],
  [['strat'], "Unknown command 'strat', did you mean 'start'?"],
  [['--port', 'abc'], "--port takes an integer from 0 to 65535; it was 'abc'"],
  [['--port', '1', '--port', '2'], '--port is given more than once'],
  [['--log', 'prety'], "--log takes 'pretty', 'json' or 'silent'; it was 'prety', did you mean 'pretty'?"],
  [['--watch'], '--watch needs a scenario or fixture file to watch'],
  [['--host', ''], '--host is empty, expected --host <address>'],
  [['--host', '0.0.0.0', '--control-token='], '--control-token is empty, expected --control-token <token>'],
  [['--state', ' '], '--state is empty, expected --state <file>'],
  [['--fixtures', 'large', '--fixtures', ','], '--fixtures is empty, expected --fixtures <names>'],
])('%j is a usage error', async (args, message) => {
  const { exit, stdout, stderr } = await run(svcEmulator, args, tmpdir())
  expect(exit).toBe(2)
  expect(stderr).toContain(`svc-emulator: ${message}`)
  expect(stdout).toBe('')
})

it.skipIf(process.platform !== 'linux')(
  'a state file in a folder that takes no file is an error with its reason',
  async () => {
    const result = runHere(['start', '--port', '0', '--state', '/proc/state.json'])
    expect(await result.exit).toBe(2)
    expect(result.err).toBe('svc-emulator: --state /proc/state.json: the folder /proc cannot be written to (ENOENT)\n')
  },
)

it.each([
  [['--tls-cert', 'a.pem'], '--tls-cert and --tls-key go together'],
  [['--tls', '--tls-cert', 'a.pem', '--tls-key', 'b.pem'], '--tls makes a certificate'],
  [['--tls-cert', 'nowhere.pem', '--tls-key', 'b.pem'], 'nowhere.pem'],
  [
    ['--tls-cert', 'package.json', '--tls-key', 'package.json'],
    '--tls-cert: package.json: expected PEM with -----BEGIN CERTIFICATE-----',
  ],
])('refuses %j', async (args, message) => {
  const result = await run(svcEmulator, ['start', '--port', '0', ...args], tmpdir())
  expect([result.exit, result.stderr]).toEqual([2, expect.stringContaining(message)])
})

it('serves HTTPS with a certificate made at the start, whose authority is in a file', async () => {
  const { out, exit, stop } = await serveHere('--tls')
  const [, file = ''] = /CA file +(\S+)/.exec(out) ?? []
  const [, line = ''] = / {4}(curl .*)/.exec(out) ?? []
  expect(line).toContain(`--cacert ${file} `)
  const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('curl', 'curl -s')])
  expect(stdout).toContain('"alias":"ada"')
  stop()
  expect([await exit, existsSync(file)]).toEqual([0, false])
})

it('refuses what is beyond the bounds that it was started with, and says how to have more', async () => {
  const { url } = await serveHere(
    '--bounds',
    'worlds=1,snapshots=2',
    '--bounds',
    'records=1000,triggers=1,importBytes=1500000',
  )
  const refusals = async (path: string, method: string, bodies: readonly unknown[]): Promise<string[]> => {
    const found: string[] = []
    for (const body of bodies) {
      const answer = await fetch(`${url.replace('/v1', '/__emulator')}${path}`, {
        method,
        headers: ada,
        body: JSON.stringify(body),
      })
      if (!answer.ok) found.push(`${answer.status} ${((await answer.json()) as { message: string }).message}`)
    }
    return found
  }
  const more = (name: string) => `delete some, or start with a larger one (--bounds ${name}=N, option bounds.${name})`
  expect(await refusals('/worlds', 'POST', [{}, {}])).toEqual([
    `400 the bound of worlds is reached (1): ${more('worlds')}. Idle for longest: w1 (DELETE /__emulator/worlds/w1)`,
  ])
  expect(await refusals('/snapshots', 'POST', [{}, {}, {}])).toEqual([
    `400 the bound of snapshots is reached (2): ${more('snapshots')}`,
  ])
  const trigger = { when: { command: '*' }, do: [{ drop: true }] }
  expect(await refusals('/triggers', 'POST', [trigger, trigger])).toEqual([
    `400 the bound of triggers is reached (1): ${more('triggers')}`,
  ])
  const document = {
    scenario: 1,
    name: 'many',
    about: 'Many.',
    world: { fixtures: [], records: { users: Array.from({ length: 1_001 }, (_, n) => ({ alias: `user-${n}` })) } },
  }
  expect(await refusals('/scenario', 'POST', [{ document }])).toEqual([
    '400 records: 1,001 records, where at most 1,000 may be loaded at once (--bounds records=N, option bounds.records)',
  ])
  expect(await refusals('/export', 'PUT', [{ text: 'x'.repeat(2_000_000) }])).toEqual([
    '413 The body is larger than the limit of this call.',
  ])
})

it('is told by variables what no flag says', async () => {
  const { out } = await listening(
    runHere(['--log', 'silent'], {
      SVC_EMULATOR_PORT: '0',
      SVC_EMULATOR_HOST: '0.0.0.0',
      SVC_EMULATOR_SEED: '7',
      SVC_EMULATOR_SCENARIO: 'modified-cursor',
      SVC_EMULATOR_CONTROL_TOKEN: 'a-token-of-mine',
    }),
  )
  expect(out).toContain('http://0.0.0.0:')
  expect(out).toContain('World      modified-cursor, seed 7')
  // A log keeps what is printed; who gave the token knows it.
  expect(out).toContain('send x-emulator-token: the token that was given')
  expect(out).not.toContain('a-token-of-mine')
})

it('keeps no journal, and requires a world, where it is told so', async () => {
  const server = await listening(
    runHere(['start', '--port', '0', '--journal', 'off', '--worlds', 'required', '--world-from', 'header,path']),
  )
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/users/me`, { headers })
  expect((await ask({ 'x-api-key': 'svc-key-ada-admin' })).status).toBe(400)
  expect((await ask({ 'x-api-key': 'svc-key-ada-admin', baggage: 'svc-world=main' })).status).toBe(400)
  expect((await ask({ 'x-api-key': 'svc-key-ada-admin', 'x-svc-world': 'main' })).status).toBe(200)
  expect((await fetch(server.url.replace('/v1', '/__emulator/journal'))).status).toBe(409)
  expect(server.out).not.toContain('GET /v1/users/me')
})
