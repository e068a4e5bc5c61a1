/** The single executable in an empty folder, with no Node on the path: `npm run test:executable` builds it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { VERSION } from '../../emulator/contract/version.ts'
import { inspectorPage, shippedScenarios } from '../../emulator/scenario/files.ts'
import { WebSocket } from 'ws'

const built = resolve('executable/svc-emulator')
const key = { 'x-api-key': 'svc-key-ada-admin' }

let machine: string
let folder: string
beforeAll(() => {
  if (!existsSync(built)) throw new Error(`${built} is missing: npm run executable`)
  machine = mkdtempSync(join(tmpdir(), 'svc-executable-'))
  mkdirSync(join(machine, 'bin'))
  copyFileSync(built, join(machine, 'bin/svc-emulator'))
  // Programs that a scenario uses, from a folder that has Node, too.
  for (const name of ['ln', 'script', 'sh', 'stty', 'cat']) symlinkSync(`/usr/bin/${name}`, join(machine, 'bin', name))
})
afterAll(() => rmSync(machine, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(machine, 'empty-'))
})

const surroundings = () => ({ cwd: folder, env: { PATH: join(machine, 'bin'), HOME: folder, TMPDIR: machine } })

function run(...words: readonly string[]) {
  return runAs('svc-emulator', words)
}

function runAs(program: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(machine, 'bin', program), words, {
    ...surroundings(),
    encoding: 'utf8',
  })
  return { exit: status, stdout, stderr }
}

it('finds no Node beside it', () => {
  expect(spawnSync('node', ['--version'], surroundings()).error).toMatchObject({ code: 'ENOENT' })
})

it('names its version, without a word on stderr', () => {
  expect(run('--version')).toEqual({ exit: 0, stdout: `${VERSION}\n`, stderr: '' })
})

it('explains itself', () => {
  expect(run('--help')).toMatchObject({ exit: 0, stdout: expect.stringContaining('svc-emulator <command> [flags]') })
  expect(run('strat')).toMatchObject({ exit: 2, stderr: expect.stringContaining("did you mean 'start'?") })
})

it('holds every shipped scenario', () => {
  const { stdout } = run('list')
  for (const { name } of shippedScenarios()) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'))
})

it('examines the machine', () => {
  const { exit, stdout } = run('doctor', '--json')
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    release: { release: VERSION },
    node: { version: process.versions.node },
    problems: [],
  })
})

describe('replay', () => {
  it('plays shipped scenarios, with the clients that it holds', () => {
    const names = ['client/whoami-scope', 'client/worker', 'client/login-prompts', 'socket-abort', 'schedule-catch-up']
    const { exit, stdout, stderr } = run('replay', ...names)
    expect({ exit, stderr, failed: stdout.match(/^✗.*(?:\n +.*)*/gm) }).toEqual({ exit: 0, stderr: '', failed: null })
  })

  it('plays a file with a fixture beside it, and leaves a bundle that show opens', () => {
    writeFileSync(join(folder, 'eve.yaml'), 'fixture: 1\nname: eve\nrecords:\n  users:\n    - alias: eve\n')
    writeFileSync(
      join(folder, 'find-eve.yaml'),
      'scenario: 1\nname: find-eve\nabout: Eve is found.\nworld:\n  fixtures: [starter, ./eve.yaml]\nas: svc-key-ada-read\nsteps:\n' +
        '  - http: GET /users/eve\n  - http: GET /users/adam\n    expect: { status: 200 }\n',
    )
    expect(run('validate', 'find-eve.yaml')).toMatchObject({ exit: 0, stderr: '' })
    expect(run('replay', 'find-eve.yaml', '--bundle-on-failure', '.')).toMatchObject({ exit: 1 })
    const bundle = readdirSync(folder).find((name) => name.endsWith('.bundle.json'))!
    expect(run('show', bundle, '-o', 'run.html')).toMatchObject({ exit: 0 })
    expect(readFileSync(join(folder, 'run.html'), 'utf8')).toContain('find-eve')
  })

  it('names a bad file with its place', () => {
    writeFileSync(join(folder, 'bad.yaml'), 'scenario: 1\nname: bad\nstps: []\n')
    expect(run('replay', 'bad.yaml')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("bad.yaml:3:1 stps: unknown field, did you mean 'steps'?"),
    })
  })
})

describe('start', () => {
  let server: ChildProcess
  let own: string
  let said = ''
  let errors = ''
  beforeAll(async () => {
    own = mkdtempSync(join(machine, 'empty-'))
    const words = ['start', '--port', '0', '--state', 'state.json']
    server = spawn(join(machine, 'bin/svc-emulator'), words, { ...surroundings(), cwd: own })
    server.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text))
    await new Promise<void>((done, failed) => {
      server.stdout!.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (/Try\n.*\n/.test(said)) done()
      })
      server.once('exit', (code) => failed(new Error(`it ended with exit code ${code}: ${errors}`)))
    })
  })
  afterAll(() => void server.kill('SIGKILL'))

  const address = (name: string) => new RegExp(`${name} +(\\S+)`).exec(said)![1]!

  it('serves the API over HTTP and WebSocket', async () => {
    const { user } = (await (await fetch(`${address('API')}/users/me`, { headers: key })).json()) as {
      user: { alias: string }
    }
    expect(user.alias).toBe('ada')
    const socket = new WebSocket(`${address('Realtime')}?api_key=${key['x-api-key']}`)
    await once(socket, 'open')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":{"org_id":"acme"}}')
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(message.toString())).toMatchObject({ id: 1, result: { sessions: expect.any(Array) } })
    socket.close()
  })

  it('serves the inspector, and scenarios by name and from a text', async () => {
    const inspector = address('Inspector')
    expect(await (await fetch(inspector)).text()).toBe(inspectorPage())
    const load = async (body: object) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(`${inspector}scenario`, init)).json()
    }
    expect(await load({ name: 'flaky-identity' })).toMatchObject({ scenario: 'flaky-identity' })
    expect(await load({ text: 'scenario: 1\nname: mine\n' })).toMatchObject({ scenario: 'mine' })
    const schema = await (await fetch(`${inspector}scenario.schema.json`)).json()
    expect(schema).toEqual(JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8')))
  })

  it('saves its state when it is stopped, and says nothing on stderr', async () => {
    server.removeAllListeners('exit').kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(JSON.parse(readFileSync(join(own, 'state.json'), 'utf8'))).toHaveProperty('svc_emulator_state')
    expect(errors).toBe('')
  })
})

it('runs a program against it', () => {
  expect(run('exec', '--', 'sh', '-c', 'echo $SVC_API_KEY')).toEqual({
    exit: 0,
    stdout: 'svc-key-ada-admin\n',
    stderr: '',
  })
})

it('plays with nothing but a page', () => {
  expect(run('show', '--starter', '-o', 'play.html')).toMatchObject({ exit: 0 })
  expect(existsSync(join(folder, 'play.html'))).toBe(true)
})

it.each(['svc', 'svc-worker'])('is %s by its first word, and by its name', (name) => {
  expect(run(name, '--version')).toEqual({ exit: 0, stdout: `${VERSION}\n`, stderr: '' })
  const link = join(machine, 'bin', name)
  symlinkSync(join(machine, 'bin/svc-emulator'), link)
  expect(runAs(name, ['--help']).stdout).toMatch(new RegExp(`^${name} `))
  rmSync(link)
})

it('holds the licences of all that it is made of', () => {
  const { stdout } = run('licences')
  expect(stdout).toBe(readFileSync('executable/LICENCES.txt', 'utf8'))
  expect(stdout).toContain(readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8'))
  expect(stdout).toContain(`\nNode ${process.versions.node}\n`)
  expect(stdout).toContain('Node.js is licensed for use as follows')
})

it('is packed with its licences, once it was tried', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/distribution/pack-executable.mjs'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const archive = stdout.trim()
  expect(archive).toMatch(
    new RegExp(`^executable/svc-emulator-${VERSION.replaceAll('.', '\\.')}-\\w+-\\w+\\.tar\\.gz$`),
  )
  const listed = spawnSync('tar', ['-tvzf', archive], { encoding: 'utf8' }).stdout
  rmSync(archive)
  expect(listed).toMatch(/^-rwxr-xr-x .* svc-emulator\n-rw-.* LICENCES\.txt\n$/)
})

describe('without a Node to run other files', () => {
  it('writes a first scenario, and says why no test', () => {
    expect(run('init')).toMatchObject({
      exit: 0,
      stdout:
        'wrote first-scenario.yaml\n\nsvc-emulator replay first-scenario.yaml\nsvc-emulator start first-scenario.yaml\n' +
        'No test was written: one for vitest needs the package, and this is the single executable.\n',
    })
    expect(readdirSync(folder)).toEqual(['first-scenario.yaml'])
    const text = readFileSync(join(folder, 'first-scenario.yaml'), 'utf8')
    expect(text).toContain('$schema=http://127.0.0.1:4010/__emulator/scenario.schema.json')
    expect(text).not.toContain('npx')
    expect(run('replay', 'first-scenario.yaml')).toMatchObject({ exit: 0 })
  })

  it('says that vitest is started for each run', () => {
    writeFileSync(join(folder, 'vitest'), '#!/usr/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(run('mutate', '--', './vitest', 'run').stderr).toContain(
      'vitest is started for each run: the single executable cannot keep it running\n',
    )
  })

  it('tries mutants with tests that start it', () => {
    const test = 'case "$(svc-emulator exec -- svc-emulator svc whoami --json)" in *ada*) exit 0;; *) exit 1;; esac'
    writeFileSync(join(folder, 'test.sh'), test)
    const { exit, stdout, stderr } = run('mutate', '--only', 'users.get', '--reporter', 'json', '--', 'sh', 'test.sh')
    expect(exit, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ score: { killed: 2, survived: 0 } })
  })

  it('asks for a file in place of the folder of a release', () => {
    expect(run('clauses', '--against', resolve('.'))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('give the output of `npx svc-emulator clauses --reporter json` there as a file'),
    })
  })
})
