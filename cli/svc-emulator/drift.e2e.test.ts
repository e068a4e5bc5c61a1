/**
 * `svc-emulator drift`, built where it writes a file or is stopped. This process serves the target, so that a test sees
 * what a run leaves there.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { finished, startBin, type Result } from '../../tests/helpers/cli/bins.ts'
import { run as runInProcess, type Ended } from '../../tests/helpers/cli/in-process.ts'
import { leftOrgs } from '../../tests/helpers/drift.ts'
import { until } from '../../tests/helpers/until.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import type { EmulatorOptions } from '../../emulator/index.ts'
import type { Program } from '../shared/command.ts'
import { drift } from './drift.ts'
import { svcEmulator } from './program.ts'

/** A service whose operations are over soon: real time passes there. */
async function serve(options: EmulatorOptions, { onTestFinished }: TestContext): Promise<RunningServer> {
  const server = await startServer({ ...options, clock: 'real', settings: { operation_ms: 100, node_ms: 20 } })
  onTestFinished(() => server.close())
  return server
}

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<Result>
}

function start(url: string, args: readonly string[], { onTestFinished }: TestContext): Run {
  const argv = ['drift', '--target', url, ...args]
  const child = startBin(resolve('dist/cli/svc-emulator.js'), argv, {
    home: tmpdir(),
    env: { SVC_API_KEY: 'svc-key-ada-admin' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: finished(child) }
}

const program: Program = { ...svcEmulator, commands: [drift] }

/** Runs drift in this process. */
function run(url: string, args: readonly string[], key = 'svc-key-ada-admin'): Promise<Ended> {
  return runInProcess(program, ['drift', '--target', url, ...args], tmpdir(), { env: { SVC_API_KEY: key } })
}

const fast = ['--rate', '1000/s']

describe('svc-emulator drift', () => {
  it('ends with 0 where nothing is contradicted, and writes the report to --output', async (test) => {
    const { url, emulator } = await serve({ seed: 5 }, test)
    const file = join(mkdtempSync(join(tmpdir(), 'svc-drift-')), 'drift.json')
    const args = [...fast, '--only', 'users', '--reporter', 'json', '--output', file]
    const { exit, stdout, stderr } = await start(url, args, test).ended
    expect([exit, stdout], stderr).toEqual([0, ''])
    const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object[]>
    expect(Object.keys(report)).toEqual([
      'target',
      'release',
      'contract',
      'probes',
      'clauses',
      'facts',
      'leftOut',
      'leftBehind',
    ])
    expect(Object.keys(report['contract']!)).toEqual(['version', 'digest'])
    expect(report['clauses']).toContainEqual({
      id: 'users.get.answers-user',
      verdict: 'held',
      count: expect.any(Number),
    })
    expect(report['leftOut']).toContain('probe-other, which needs the key of a second person (--api-key-env other=VAR)')
    expect(leftOrgs(emulator)).toEqual([])
  })

  it('ends with 1 where a sentence is contradicted, and says which', async (test) => {
    const { url } = await serve({ broken: ['identifiers.schedule.by-alias'] }, test)
    const { exit, stdout } = await run(url, [...fast, '--only', 'identifiers.schedule'])
    expect([exit, stdout]).toEqual([1, expect.stringMatching(/^contradicted: identifiers\.schedule\.by-alias\n/)])
  })

  it('names the fields of what is contradicted in the JSON report', async (test) => {
    const { url } = await serve({ broken: ['identifiers.schedule.by-alias'] }, test)
    const args = [...fast, '--only', 'identifiers.schedule', '--reporter', 'json']
    const { exit, stdout } = await run(url, args)
    const { clauses } = JSON.parse(stdout) as { clauses: Record<string, unknown>[] }
    const [found] = clauses.filter(({ verdict }) => verdict === 'contradicted')
    expect([exit, Object.keys(found!)]).toEqual([1, ['id', 'verdict', 'count', 'explainedBy', 'exchange']])
  })

  it('says at once that the service does not answer, or does not know the key', async (test) => {
    const server = await serve({}, test)
    const { url } = server
    expect(await run(url, [], 'svc-key-of-another-service')).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining(`ill: ${url} does not know the key 'main'`),
      stderr: `svc-emulator: ${url} does not know the key 'main': GET /users/me is 401\n`,
    })
    await server.close()
    expect(await run(url, [])).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining('Not asked to the end: '),
      stderr: expect.stringContaining(`svc-emulator: ${url} does not answer: `),
    })
  })

  it('ends with 1 where no sentence was decided', async (test) => {
    const { url } = await serve({}, test)
    const args = [...fast, '--only', 'pagination.unpaginated.single-page-of-1mb']
    expect(await run(url, args)).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('left out: probe-large, which needs --large'),
      stderr: expect.stringContaining('svc-emulator: no sentence was decided, so that nothing was shown'),
    })
  })

  it('sends of an archive what went to the host that is named', async (test) => {
    const { url, emulator } = await serve({ seed: 5 }, test)
    const file = join(mkdtempSync(join(tmpdir(), 'svc-drift-')), 'app.har')
    const entry = (method: string, at: string) => ({ request: { method, url: at, headers: [] }, response: null })
    const entries = [
      entry('DELETE', 'https://api.other.example/v1/orgs/acme'),
      entry('DELETE', 'https://api.example.com/v1/orgs/ada-lab'),
    ]
    writeFileSync(file, JSON.stringify({ log: { entries } }))
    const args = ['--only', 'users.get', '--from', file, '--writes', '--host', 'api.example.com']
    const { stdout } = await run(url, [...fast, ...args])
    expect(stdout).toContain('left out: 1 of the requests of app.har, to api.other.example')
    const aliases = emulator.world.orgs.list().map(({ alias }) => alias)
    expect(aliases).toContain('acme')
    expect(aliases).not.toContain('ada-lab')
  })

  it('ends with 2 for a usage error', async () => {
    expect(await run('http://127.0.0.1:9/v1', ['--only', 'nothing'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("there is no clause or group of clauses 'nothing'"),
    })
    for (const [args, message] of [
      [['--writes'], '--host and --writes are about archives: name one with --from app.har'],
      [['--from', 'app.har', '--writes', '--read-only'], '--writes cannot be combined with --read-only'],
    ] as const)
      expect(await run('http://127.0.0.1:9/v1', args)).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(message),
      })
    expect(await run('http://127.0.0.1:9/v1', [], '')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("the key 'main' is read from SVC_API_KEY, which is not set"),
    })
  })

  it.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends with the report of what there is on %s, and its organizations are gone', async (row, test) => {
    const [signal, code] = row
    const { url, emulator } = await serve({}, test)
    const { child, ended } = start(url, ['--rate', '20/s'], test)
    await until(() => expect(leftOrgs(emulator)).not.toEqual([]))
    child.kill(signal)
    const { exit, stdout, stderr } = await ended
    expect(exit, stderr).toBe(code)
    expect(stderr).toContain('stopped; this is what was found until then')
    expect(stdout).toMatch(/Nothing contradicted: \d+ exchanges with /)
    expect(leftOrgs(emulator)).toEqual([])
  })
})
