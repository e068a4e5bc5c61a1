import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScenarioSource } from '../../emulator/host/create-world.ts'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { bundleOfRun } from '../../emulator/scenario/run-bundle.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-exec-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command; `onPrint` is told its output so far. */
function exec(
  argv: readonly string[],
  onPrint: (stdout: string, pid: number) => void = () => {},
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', 'exec', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => onPrint((stdout += String(chunk)), child.pid!))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  return new Promise((resolve) => child.once('close', (exit) => resolve({ exit, stdout, stderr })))
}

/** A program of Node, from its source. */
const node = (source: string) => ['--', process.execPath, '--input-type=module', '-e', source]

const WHO = `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const { user } = await (await fetch(url + '/users/me', { headers: { 'X-API-Key': key } })).json()
console.log(user.alias)`

const EVE = { fixtures: [], records: { users: [{ alias: 'eve', type: 'human', name: 'Eve' }] } }
const source = { scenario: { scenario: 1, name: 'eve', world: EVE }, fixtures: [] } as ScenarioSource

function withZoe(emulator: Emulator): Emulator {
  emulator.world.users.insert({ alias: 'zoe', type: 'human', name: 'Zoe' })
  return emulator
}

const makeBundle = (emulator: Emulator) =>
  bundleOfRun(withZoe(emulator), { name: 'eve', about: 'With zoe.', problems: [] })

describe('svc-emulator exec', () => {
  it('has the command reach the server without the proxy of the environment', async () => {
    const { stdout } = await exec(node('console.log(process.env.NO_PROXY, process.env.no_proxy)'), undefined, {
      HTTP_PROXY: 'http://proxy.example:8080',
      NO_PROXY: 'intern.example',
    })
    const list = 'intern.example,127.0.0.1,localhost,::1'
    expect(stdout.trim()).toBe(`${list} ${list}`)
  })

  it('hands the world to a command, leaves stdout to it, logs to stderr, and ends with its exit code', async () => {
    const client = `${WHO}
console.log(process.argv.slice(1).join(' '))
const control = url.replace('/v1', '/__emulator/reset')
for (const headers of [{}, { 'x-emulator-token': process.env.SVC_EMULATOR_CONTROL_TOKEN }])
  console.log((await fetch(control, { method: 'POST', headers })).status)
process.exit(7)`
    const given = ['{api_url}', '{realtime_url}', '{api_key}']
    const flags = ['deleted-record-cursor', '--key', 'svc-key-ben-admin', '--control-token', 'local', '--log', 'pretty']
    const { exit, stdout, stderr } = await exec([...flags, ...node(client), ...given])
    expect({ exit, stderr }).toEqual({ exit: 7, stderr: expect.stringContaining('GET /v1/users/me  200  ben') })
    expect(stdout).toMatch(
      /^ben\nhttp:\/\/127\.0\.0\.1:(\d+)\/v1 ws:\/\/127\.0\.0\.1:\1\/v1\/realtime svc-key-ben-admin\n401\n200\n$/,
    )
  })

  it('hands over the first admin key, is silent by default, and does what flags say of every answer', async () => {
    const client = `${WHO}
const ask = () => fetch(url + '/users/me', { headers: { 'X-API-Key': key } })
await ask()
const { status, headers } = await ask()
console.log(status, headers.get('retry-after'))`
    expect(await exec(['--rate-limit', '2/1h', '--delay', '1ms..5ms', ...node(client)])).toEqual({
      exit: 0,
      stdout: expect.stringMatching(/^ada\n429 (1800|1799)\n$/),
      stderr: '',
    })
  })

  it('keeps the state that it is told, and serves HTTPS that programs of Node trust', async () => {
    const state = join(folder, 'state.json')
    const create = `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
const answer = await fetch(url + '/orgs', { method: 'POST', headers, body: '{"name":"Tools","alias":"tools"}' })
console.log(new URL(url).protocol, (await answer.json()).org.alias)`
    expect(await exec(['--tls', '--state', state, ...node(create)])).toEqual({
      exit: 0,
      stdout: 'https: tools\n',
      stderr: '',
    })
    expect(readFileSync(state, 'utf8')).toContain('"alias":"tools"')
  })

  it.each([
    ['a scenario', (): object => ({ scenario: 1, name: 'eve', world: EVE }), 0],
    ['a bundle, which is the state at its end', () => makeBundle(createEmulator({ scenario: source })), 1],
    ['a state', () => withZoe(createEmulator({ scenario: source })).export(), 1],
    ['a fixture', () => ({ fixture: 1, name: 'eve', records: EVE.records }), 0],
  ])('begins with %s, in its server and in the emulators of the command', async (_, document, zoes) => {
    const file = join(folder, 'from.json')
    writeFileSync(file, JSON.stringify(document()))
    const client = `
import { createEmulator } from ${JSON.stringify(resolve('dist/index.js'))}
const answer = await fetch(process.env.SVC_API_URL.replace('/v1', '/__emulator/state/users'))
const named = (users) => users.map(({ alias }) => alias).join()
console.log(named((await answer.json()).records), named(createEmulator({ seed: 4 }).world.users.list()))`
    const users = zoes === 0 ? 'eve' : 'eve,zoe'
    expect(await exec(['--from', file, ...node(client)])).toEqual({
      exit: 0,
      stdout: `${users} ${users}\n`,
      stderr: '',
    })
  })

  it('begins with a bundle of a run of the starter world, whose keys are those of the starter', async () => {
    const file = join(folder, 'starter.bundle.json')
    writeFileSync(file, JSON.stringify(makeBundle(createEmulator())))
    const client = `
import { createEmulator } from ${JSON.stringify(resolve('dist/index.js'))}
const headers = [{ 'X-API-Key': 'svc-key-ada-admin' }, { Authorization: 'Bearer svc-token-ben' }]
for (const given of headers)
  for (const ask of [fetch, createEmulator().fetch])
    console.log((await ask(process.env.SVC_API_URL.replace(/.*v1/, (url) => ask === fetch ? url : '/v1') + '/users/me', { headers: given })).status)`
    expect(await exec(['--from', file, ...node(client)])).toEqual({
      exit: 0,
      stdout: '200\n200\n200\n200\n',
      stderr: '',
    })
  })

  it('passes a signal on, and waits for the command', async () => {
    const waits = `process.on('SIGTERM', () => { console.log('told'); process.exit(3) }); console.log('waits'); setInterval(() => {}, 1000)`
    let isTold = false
    const ended = await exec(node(waits), (stdout, pid) => {
      if (stdout.includes('waits') && !isTold) isTold = process.kill(pid, 'SIGTERM')
    })
    expect(ended).toEqual({ exit: 3, stdout: 'waits\ntold\n', stderr: '' })
  })

  it('leaves no command behind that does not end at the first signal', async () => {
    const stays = `process.on('SIGTERM', () => console.log('told')); console.log('waits'); setInterval(() => {}, 1000)`
    const sent = new Set<string>()
    // The output is open for as long as the command runs.
    const { exit, stdout } = await exec(node(stays), (text, pid) => {
      for (const word of ['waits', 'told'])
        if (text.includes(word) && !sent.has(word)) {
          sent.add(word)
          process.kill(pid, 'SIGTERM')
        }
    })
    expect({ exit, stdout }).toEqual({ exit: 143, stdout: 'waits\ntold\n' })
  })

  it('ends as a shell does for a command that a signal ended, and stops the server', async () => {
    const dies = `console.log(process.env.SVC_API_URL); process.kill(process.pid, 'SIGKILL')`
    const { exit, stdout } = await exec(node(dies))
    expect(exit).toBe(137)
    await expect(fetch(stdout.trim())).rejects.toThrow()
  })

  it.each([
    [['--delay', 'soon', '--', 'true'], '--delay: expected a duration such as 300ms, 50ms..2s or 80ms~2s, got soon', 2],
    [
      ['--rate-limit', '5', '--', 'true'],
      "--rate-limit takes requests for a period, such as 5/s, 100/m or 10/30s; it was '5'",
      2,
    ],
    [[], 'name the command after --: npx svc-emulator exec -- npm test', 2],
    [['--', 'no-such-command'], "svc-emulator: 'no-such-command' cannot be started: not found\n", 127],
    [['--', 'npm test'], 'its words are arguments of their own', 127],
    [['--', '.'], "'.' cannot be started: permission denied", 126],
    [['--key', 'svc-key-ada-amdin', '--', 'true'], "did you mean 'svc-key-ada-admin'?", 2],
    [['--fixtures', 'lagre', '--', 'true'], "did you mean 'large'?", 2],
  ])('refuses %j', async (argv, message, code) => {
    const { exit, stdout, stderr } = await run(svcEmulator, ['exec', ...argv], folder, {
      env: process.env as Record<string, string>,
    })
    expect({ exit, stdout, stderr }).toEqual({ exit: code, stdout: '', stderr: expect.stringContaining(message) })
  })
})
