import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../emulator/adapters/node/server.ts'
import { bins, buildProgram, finished, runBin, startBin } from '../helpers/cli/bins.ts'
import { svc } from '../../cli/svc/program.ts'
import { type Ended, newHome, run, writeCredentials } from '../helpers/cli/in-process.ts'
import type { Line } from '../helpers/cli/lines-of-svc.ts'
import { send, type StandIn, startStandIn } from '../helpers/cli/stand-in.ts'
import { until } from '../helpers/until.ts'

const key = 'svc-key-ada-admin'
const other = 'svc-key-ben-admin'
let server: RunningServer
let hostile: StandIn
let home: string
beforeAll(async () => {
  ;[server, hostile] = await Promise.all([startServer(), startStandIn()])
  // A service that repeats the key wherever it can.
  hostile.keys.set(key, { id: key, name: `I am ${key}` })
  hostile.answers.set('/v1/users/me/orgs', (response) => send(response, 500, { error: key, message: key }))
  hostile.answers.set('/rejects/users/me', (response) =>
    send(response, 401, { status: 'failure', error: key, message: key }),
  )
  hostile.answers.set('/fails/users/me', (response) => send(response, 500, key))
})
afterAll(async () => {
  await Promise.all([server.close(), hostile.close()])
})
beforeEach(() => {
  home = newHome()
})

const store = () => `default: work
profiles:
  work: { api_key: ${key}, api_url: "${server.url}" }
  other: { api_key: ${other}, api_url: "${server.url}", realtime_url: "ws://127.0.0.1:1/" }
`
interface Case {
  readonly args: readonly string[]
  readonly file?: () => string
  readonly mode?: number
  readonly env?: Record<string, string>
  readonly stdin?: string
  readonly exit: number
}
const at = (path: string) => [`--api-url=${hostile.url.replace('/v1', path)}`]
const cases: readonly (() => Case)[] = [
  () => ({ args: ['login', '--api-key', key, '--api-url', server.url], exit: 0 }),
  () => ({ args: ['login', '--api-key-stdin', '--api-url', server.url], stdin: key, exit: 0 }),
  () => ({ args: ['login', '--api-key-env', 'KEY', '--api-url', server.url], env: { KEY: key }, file: store, exit: 0 }),
  () => ({ args: ['login', '--api-key', key, ...at('/v1')], exit: 0 }),
  () => ({ args: ['login', '--api-key', key, ...at('/rejects')], exit: 1 }),
  () => ({ args: ['login', '--api-key', key, ...at('/fails')], exit: 1 }),
  () => ({ args: ['login', '--api-key', key, '--api-url', 'http://127.0.0.1:1/v1'], exit: 1 }),
  () => ({ args: ['login', '--api-key', `${key} x`], exit: 2 }),
  () => ({ args: ['login', '--api-key-stdin'], stdin: `${key}\n${key}`, exit: 1 }),
  () => ({ args: ['login', '--api-key', key, '--api-key', other], exit: 2 }),
  () => ({ args: ['login', '--api-key', key, '--api-key-stdin'], stdin: other, exit: 2 }),
  () => ({ args: ['login', '--api-key-env', key], exit: 2 }),
  () => ({ args: ['login', '--api-kye', key], exit: 2 }),
  () => ({ args: ['login', `--api-key${key}`], exit: 2 }),
  () => ({ args: ['login', `--${key}`], exit: 2 }),
  () => ({ args: ['login', '--api-key', `-${key}`], exit: 2 }),
  () => ({ args: ['login', key], exit: 2 }),
  () => ({ args: [key], exit: 2 }),
  () => ({ args: ['profile', key], exit: 2 }),
  () => ({ args: ['login', '--api-key', key, '--api-url', `http://${key}@127.0.0.1:1/v1`], exit: 2 }),
  () => ({ args: ['login', '--api-key', key, '--realtime-url', `ws://h/?api_key=${key}`], exit: 2 }),
  () => ({
    args: ['login', '--api-key', key, '--api-url', server.url],
    file: () => `${store()}  broken: ${key}\n`,
    exit: 1,
  }),
  () => ({ args: ['whoami'], file: store, exit: 0 }),
  () => ({ args: ['whoami', '--profile', 'other'], file: store, exit: 0 }),
  () => ({ args: ['whoami', '--profile', 'none'], file: store, exit: 1 }),
  () => ({ args: ['whoami', '--api-key', key, ...at('/v1')], exit: 0 }),
  () => ({ args: ['whoami', '--api-key', key, ...at('/rejects')], exit: 1 }),
  () => ({ args: ['whoami'], env: { SVC_API_KEY: key, SVC_API_URL: server.url }, exit: 0 }),
  () => ({ args: ['whoami'], env: { SVC_API_KEY: `${key}\n` + key }, exit: 1 }),
  () => ({ args: ['profile', 'ls'], file: store, exit: 0 }),
  () => ({ args: ['profile', 'ls'], file: store, mode: 0o644, exit: 1 }),
  () => ({ args: ['profile', 'ls'], file: () => `"${key}": [`, exit: 1 }),
  () => ({ args: ['profile', 'ls'], file: () => `default: work\nprofiles:\n  work: "${key}" "${key}"\n`, exit: 1 }),
  () => ({ args: ['profile', 'ls'], file: () => `profiles:\n  work: { api_key: [${key}], api_url: x }\n`, exit: 1 }),
  () => ({ args: ['profile', 'use', 'other'], file: store, exit: 0 }),
  () => ({ args: ['profile', 'use', 'none'], file: store, exit: 1 }),
  () => ({ args: ['logout'], file: store, exit: 0 }),
  () => ({ args: ['logout', '--all'], file: store, exit: 0 }),
]

describe('the key is never printed', () => {
  function expectSecret({ stdout, stderr }: { stdout: string; stderr: string }): void {
    expect(stdout + stderr).not.toBe('')
    expect(stdout + stderr).not.toContain(key)
    expect(stdout + stderr).not.toContain(other)
  }

  const numbered = cases.map((make, index) => [index, make] as const)

  it.each(numbered)('by svc, case %i, plain and as JSON', async (_, make) => {
    const { args, file, mode, env = {}, stdin = '', exit } = make()
    for (const further of [[], ['--json']]) {
      if (file !== undefined) writeCredentials(home, file(), mode)
      const result = await run(svc, [...args, ...further], home, { env, stdin })
      expect(result).toMatchObject({ exit })
      expectSecret(result)
    }
  })

  const debug = {
    NODE_DEBUG: 'http,https,net,tls,stream,fs,cluster,module,timer,undici',
    NODE_OPTIONS: '--stack-trace-limit=50 --enable-source-maps',
  }

  it('in a process with every debug switch of Node', async () => {
    const program = await buildProgram('tests/helpers/cli/lines-of-svc.ts')
    const made = cases.map((make) => make())
    const lines = made.map(({ args, file, mode, env, stdin }): Line => {
      const own = newHome()
      if (file !== undefined) writeCredentials(own, file(), mode)
      return { args, home: own, ...(env && { env }), ...(stdin !== undefined && { stdin }) }
    })
    const result = await runBin(program.path, [], { home, stdin: JSON.stringify(lines), env: debug })
    program.remove()
    expect(result.exit, result.stderr).toBe(0)
    expect((JSON.parse(result.stdout) as Ended[]).map(({ exit }) => exit)).toEqual(made.map(({ exit }) => exit))
    expect(result.stderr).toMatch(/^(?:HTTP|NET|UNDICI)/m)
    expectSecret(result)
  })

  it.each(numbered.filter(([index]) => index % 10 === 0))('by the process of svc, case %i', async (_, make) => {
    const { args, file, mode, env = {}, stdin = '', exit } = make()
    if (file !== undefined) writeCredentials(home, file(), mode)
    const result = await runBin(bins.svc, args, { home, stdin, env: { ...env, ...debug } })
    expect(result).toMatchObject({ exit, signal: null })
    expectSecret(result)
  })

  it('by svc-worker, ready or failing', async () => {
    for (const [profile, exit] of [
      ['other', 1],
      ['none', 1],
    ] as const) {
      writeCredentials(home, store())
      const result = await runBin(bins.worker, ['start', '--once', '--profile', profile], { home, env: debug })
      expect(result).toMatchObject({ exit })
      expect(result.stdout + result.stderr).not.toMatch(/svc-key-(ada|ben)/)
    }
    writeCredentials(
      home,
      store().replace('ws://127.0.0.1:1/', hostile.realtimeUrl).replaceAll(server.url, hostile.url),
    )
    const ready = await runBin(bins.worker, ['start', '--once', '--profile', 'other'], { home, env: debug })
    expect(ready).toMatchObject({ exit: 0, stdout: expect.stringContaining('ready') })
    expect(ready.stdout + ready.stderr).not.toMatch(/svc-key-(ada|ben)/)
  })

  it('in the list of processes, once the program runs', async () => {
    hostile.answers.set('/slow/users/me', () => {})
    const child = startBin(bins.svc, ['login', '--api-key', key, ...at('/slow')], { home })
    const ended = finished(child)
    await until(() => expect(hostile.requests.join()).toContain('/slow'))
    const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    child.kill('SIGINT')
    await ended
    expect(shown).toMatch(/^svc\0/)
    expect(shown).not.toContain(key)
  })
})
