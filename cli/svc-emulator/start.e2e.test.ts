import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { run as runInProcess } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

interface Run {
  readonly child: ChildProcess
  out: string
  err: string
  /** Resolves to the exit code. */
  readonly exit: Promise<number | null>
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function run(...args: string[]): Run {
  const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const result: Run = { child, out: '', err: '', exit: new Promise((resolve) => child.once('close', resolve)) }
  child.stdout.on('data', (chunk) => {
    result.out += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    result.err += String(chunk)
  })
  return result
}

async function until(text: RegExp, read: () => string): Promise<RegExpExecArray> {
  for (;;) {
    const found = text.exec(read())
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function started(...args: string[]): Promise<Run & { url: string }> {
  const result = run('start', '--port', '0', ...args)
  const [, url = ''] = await until(/API +(https?:\S+)[\s\S]*\n\n/, () => result.out)
  return Object.assign(result, { url })
}

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

it('prints where to ask and a command that works when pasted', async () => {
  const { out, url } = await started()
  expect(out).toMatch(/Realtime +ws:\/\/127\.0\.0\.1:\d+\/v1\/realtime/)
  expect(out).toMatch(/Inspector +http:\/\/127\.0\.0\.1:\d+\/__emulator\//)
  expect(out).toContain('World      starter, seed 1, virtual clock at 2026-01-01T00:00:00.000Z')
  const [, key = '', address = ''] = /curl -H 'X-API-Key: (\S+)' (\S+)/.exec(out) ?? []
  const response = await fetch(address, { headers: { 'x-api-key': key } })
  expect(await response.json()).toMatchObject({ status: 'success', user: { alias: 'ada' } })
  expect(address).toBe(`${url}/users/me`)
})

it('follows facts about a service, and says in which it is known to differ', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-facts-'))
  const file = join(folder, 'facts.json')
  const seen = { on: '2026-11-23', exchange: 'GET /users/nobody -> 410' }
  const observations = [
    { assumption: 'A-7', setting: 'statuses.user_not_found', observed: 410, ...seen },
    { assumption: 'A-45', about: 'status of POST /orgs', observed: 201, assumed: 200, ...seen },
  ]
  await writeFile(file, JSON.stringify({ facts: 1, target: 'https://api.example.com/v1', observations }))
  const { out, url } = await started('--facts', file)
  expect(out).toContain('  Facts      2 observations of https://api.example.com/v1\n')
  expect(out).toContain('  DIFFERS    A-45: status of POST /orgs: observed 201, assumed 200\n')
  expect((await fetch(`${url}/users/nobody`, { headers: ada })).status).toBe(410)
})

it('stops at the first signal, answers what is in flight, and exits 0', async () => {
  const server = await started()
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(server.err).toBe('')
})

it('names the port and the flag when the port is in use', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as { port: number }
  const result = run('--port', String(port))
  expect(await result.exit).toBe(1)
  expect(result.err).toBe(
    `svc-emulator: port ${port} is in use; choose another with --port, or --port 0 for any free one\n`,
  )
  holder.close()
})

it('keeps as many exchanges as --journal says', async () => {
  const { url } = await started('--journal', '2', '--log', 'silent')
  for (let i = 0; i < 3; i++) await fetch(`${url}/users/me`, { headers: ada })
  const { entries, dropped } = (await (await fetch(url.replace('/v1', '/__emulator/journal'))).json()) as {
    entries: unknown[]
    dropped: number
  }
  expect([entries.length, dropped]).toEqual([2, 1])
  const wrong = await runInProcess(svcEmulator, ['start', '--journal', '0'], tmpdir())
  expect([wrong.exit, wrong.stderr]).toEqual([
    2,
    expect.stringContaining("--journal takes an integer from 1 to 10000000; it was '0'"),
  ])
})

it('keeps a state file between runs', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'svc-')), 'state.json')
  const first = await started('--state', state)
  await fetch(`${first.url}/orgs`, {
    method: 'POST',
    headers: ada,
    body: JSON.stringify({ name: 'Kept', alias: 'kept' }),
  })
  first.child.kill('SIGINT')
  expect(await first.exit).toBe(0)
  const second = await started('--state', state)
  expect((await fetch(`${second.url}/orgs/kept`, { headers: ada })).status).toBe(200)
})

it('refuses a state file that is none, and leaves it alone', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'svc-')), 'state.json')
  await writeFile(state, '{"tables": ')
  const result = run('start', '--port', '0', '--state', state)
  expect(await result.exit).toBe(1)
  expect(result.err).toContain(`${state}:1:`)
  expect(await readFile(state, 'utf8')).toBe('{"tables": ')
})

it('names the file of --state that is something else, and leaves it as it is', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'svc-')), 'contract.json')
  await writeFile(state, '{"clauses": []}')
  const result = run('start', '--port', '0', '--state', state)
  expect(await result.exit).toBe(1)
  expect(result.err).toContain(
    `--state ${state} is not a state: expected what --state or GET /__emulator/export writes`,
  )
  expect(await readFile(state, 'utf8')).toBe('{"clauses": []}')
})

it('stops with one readable message for a wrong fixture file', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-')), 'world.yaml')
  await writeFile(file, 'fixture: 1\nname: world\nrecords:\n  orgs:\n    - alias: acme\n      visibilty: public\n')
  const result = run('start', '--port', '0', '--fixtures', file)
  expect(await result.exit).toBe(1)
  expect(result.err).toContain(`${file}:6:7 `)
  expect(result.err).toContain("did you mean 'visibility'?")
  expect(result.err).not.toMatch(/\n {4}at /)
})

it('loads a changed scenario again, and keeps the old world when the new one is wrong', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-')), 'watched.yaml')
  const scenario = (alias: string) =>
    `scenario: 1\nname: watched\nabout: A world that is watched.\nworld:\n  records:\n    orgs: [{ alias: ${alias}, visibility: public }]\n`
  await writeFile(file, scenario('before'))
  const server = await started(file, '--watch', '--log', 'silent')
  const status = async (org: string) => (await fetch(`${server.url}/orgs/${org}`, { headers: ada })).status
  expect(await status('before')).toBe(200)
  await writeFile(file, scenario('after'))
  await until(/watched\.yaml changed; the world starts again/, () => server.err)
  const { origin } = new URL(server.url)
  const control = async (path: string) => (await fetch(`${origin}/__emulator${path}`)).json()
  const reload = { number: 2, via: 'watch', unit: 'reload', did: 'watch: watched.yaml changed', request: null }
  expect(await control('/journal?via=watch')).toMatchObject({ entries: [reload] })
  expect(await control('/bundle')).toMatchObject({ journal: [reload] })
  expect(await control('/journal/2/changes')).toMatchObject({
    changed: [{ table: 'orgs', fields: [{ field: 'name' }, { field: 'alias', before: 'before', after: 'after' }] }],
  })
  expect([await status('before'), await status('after')]).toEqual([404, 200])
  await writeFile(file, 'scenario: 1\nname: [\n')
  await until(/the world stays as it was/, () => server.err)
  expect(await status('after')).toBe(200)
})

it('keeps the world that it watches, whatever is wrong with any file of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-'))
  await mkdir(join(folder, 'fixtures', 'deep'), { recursive: true })
  const [scenario, fixture, included] = [
    join(folder, 'watched.yaml'),
    join(folder, 'fixtures', 'orgs.yaml'),
    join(folder, 'fixtures', 'deep', 'more.yaml'),
  ]
  const text = {
    scenario:
      'scenario: 1\nname: watched\nabout: A world of three files.\nworld:\n  fixtures: [starter, ./fixtures/orgs.yaml]\n',
    fixture: (alias: string, name = 'orgs') =>
      `fixture: 1\nname: ${name}\nincludes: [./deep/more.yaml]\nrecords:\n  orgs: [{ alias: ${alias}, visibility: public }]\n`,
    included: (alias: string) =>
      `fixture: 1\nname: more\nrecords:\n  orgs: [{ alias: ${alias}, visibility: public }]\n`,
  }
  await Promise.all([
    writeFile(scenario, text.scenario),
    writeFile(fixture, text.fixture('one')),
    writeFile(included, text.included('two')),
  ])
  const server = await started(scenario, '--watch', '--log', 'silent')
  const held = async () => {
    const statuses = await Promise.all(
      ['one', 'two', 'three'].map(async (org) => (await fetch(`${server.url}/orgs/${org}`, { headers: ada })).status),
    )
    return statuses.map((status) => status === 200)
  }
  const says = async (expected: RegExp) => {
    await until(expected, () => server.err)
    server.err = ''
  }
  await writeFile(included, text.included('three'))
  await says(/more\.yaml changed; the world starts again/)
  expect(await held()).toEqual([true, false, true])
  // Mistakes that are found when the world is made: an unknown field, bad syntax, a missing file, a folder in place of
  // a file.
  await writeFile(included, text.included('one'))
  await says(/more\.yaml changed, but the world stays as it was:[^]*alias/)
  await writeFile(included, `${text.included('two')}surplus: 1\n`)
  await says(/more\.yaml changed, but the world stays as it was:[^]*surplus/)
  await writeFile(fixture, 'fixture: [')
  await says(/orgs\.yaml changed, but the world stays as it was:[^]*orgs\.yaml:\d+:\d+ /)
  await writeFile(scenario, text.scenario.replace('about: A', 'about: ['))
  await says(/watched\.yaml changed, but the world stays as it was:[^]*watched\.yaml:\d+:\d+ /)
  await rm(fixture)
  await says(/orgs\.yaml changed, but the world stays as it was:/)
  expect(await held()).toEqual([true, false, true])
  await Promise.all([
    writeFile(scenario, text.scenario),
    writeFile(included, text.included('two')),
    writeFile(fixture, text.fixture('three')),
  ])
  await says(/changed; the world starts again/)
  expect(await held()).toEqual([false, true, true])
  expect(server.child.exitCode).toBeNull()
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
  const { exit, stdout, stderr } = await runInProcess(svcEmulator, args, tmpdir())
  expect(exit).toBe(2)
  expect(stderr).toContain(`svc-emulator: ${message}`)
  expect(stdout).toBe('')
})

it.skipIf(process.platform !== 'linux')(
  'a state file in a folder that takes no lock is an error with its reason',
  async () => {
    const result = run('start', '--port', '0', '--state', '/proc/state.json')
    expect(await result.exit).toBe(1)
    expect(result.err).toBe(
      'svc-emulator: --state /proc/state.json: its lock /proc/state.json.lock cannot be made (ENOENT)\n',
    )
  },
)

it.skipIf(process.platform === 'win32').each([
  [
    'ends with npx, which tells its shell alone that it was stopped',
    { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'svc-emulator' },
    false,
  ],
  [
    'outlives a shell that left it in the background',
    { npm_lifecycle_event: 'start', npm_lifecycle_script: 'svc-emulator start &' },
    true,
  ],
])('%s', async (_, env, alive) => {
  // `exit` after the command keeps the shell from replacing itself with the server.
  const shell = spawn(
    'sh',
    ['-c', `"${process.execPath}" dist/cli/svc-emulator.js start --port 0 & echo "pid $!"; wait; exit`],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } },
  )
  running.push(shell)
  let out = ''
  shell.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  const [, url = ''] = await until(/API +(https?:\S+)/, () => out)
  const pid = Number((await until(/pid (\d+)/, () => out))[1])
  shell.kill('SIGTERM')
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  if (alive) await new Promise((resolve) => setTimeout(resolve, 1500))
  else while (await answers()) await new Promise((resolve) => setTimeout(resolve, 50))
  const answered = await answers()
  if (answered) process.kill(pid, 'SIGKILL')
  expect(answered).toBe(alive)
})

it('serves HTTPS with a certificate made at the start, whose authority is in a file', async () => {
  const { child, out, exit } = await started('--tls')
  const [, file = ''] = /CA file +(\S+)/.exec(out) ?? []
  const [, line = ''] = / {4}(curl .*)/.exec(out) ?? []
  expect(line).toContain(`--cacert ${file} `)
  expect(execFileSync('bash', ['-c', `${line.replace('curl', 'curl -s')}`], { encoding: 'utf8' })).toContain(
    '"alias":"ada"',
  )
  child.kill('SIGTERM')
  expect([await exit, existsSync(file)]).toEqual([0, false])
})

it.each([
  [['--tls-cert', 'a.pem'], 2, '--tls-cert and --tls-key go together'],
  [['--tls', '--tls-cert', 'a.pem', '--tls-key', 'b.pem'], 2, '--tls makes a certificate'],
  [['--tls-cert', 'nowhere.pem', '--tls-key', 'b.pem'], 1, 'nowhere.pem'],
  [['--tls-cert', 'package.json', '--tls-key', 'package.json'], 1, 'tls: this certificate and key cannot be used'],
])('refuses %j', async (args, exit, message) => {
  const result = await runInProcess(svcEmulator, ['start', '--port', '0', ...args], tmpdir())
  expect([result.exit, result.stderr]).toEqual([exit, expect.stringContaining(message)])
})

it('is told by variables what no flag says', async () => {
  const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', '--log', 'silent'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SVC_EMULATOR_PORT: '0',
      SVC_EMULATOR_HOST: '0.0.0.0',
      SVC_EMULATOR_SEED: '7',
      SVC_EMULATOR_SCENARIO: 'modified-cursor',
      SVC_EMULATOR_CONTROL_TOKEN: 'a-token-of-mine',
    },
  })
  running.push(child)
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  await until(/World .*\n/, () => out)
  expect(out).toContain('http://0.0.0.0:')
  expect(out).toContain('World      modified-cursor, seed 7')
  expect(out).toContain('x-emulator-token: a-token-of-mine')
})
