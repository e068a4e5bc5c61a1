/** Runs the built `svc-emulator drift`. This process serves the target, so that a test sees what a run leaves there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aloneInAFolder, env, folder, run } from '../../tests/helpers/cli/recording.ts'
import { leftOrgs } from '../../tests/helpers/drift.ts'
import { until } from '../../tests/helpers/until.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import type { EmulatorOptions } from '../../emulator/index.ts'

aloneInAFolder()
beforeEach(() => {
  env['SVC_API_KEY'] = 'svc-key-ada-admin'
})
afterEach(() => server?.close())

let server: RunningServer | undefined

async function serve(options: EmulatorOptions = {}): Promise<RunningServer> {
  server = await startServer({ ...options, clock: 'real' })
  return server
}

async function runDrift(url: string, ...args: string[]): Promise<{ exit: number | null; out: string; err: string }> {
  const started = run('drift', '--target', url, '--rate', '1000/s', ...args)
  const exit = await started.exit
  return { exit, out: started.out, err: started.err }
}

it('ends with 0 where nothing is contradicted, and writes the report to --output', async () => {
  const { url, emulator } = await serve({ seed: 5 })
  const file = join(folder, 'drift.json')
  const { exit, out, err } = await runDrift(url, '--only', 'users', '--reporter', 'json', '--output', file)
  expect([exit, out], err).toEqual([0, ''])
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
  expect(report['clauses']).toContainEqual({ id: 'users.get.answers-user', verdict: 'held', count: expect.any(Number) })
  expect(report['leftOut']).toContain('probe-other, which needs the key of a second person (--api-key-env other=VAR)')
  expect(leftOrgs(emulator)).toEqual([])
})

it('ends with 1 where a sentence is contradicted, and says which', async () => {
  const { url } = await serve({ broken: ['pagination.record.newest-first'] })
  const pretty = await runDrift(url, '--only', 'pagination.record')
  expect([pretty.exit, pretty.out]).toEqual([
    1,
    expect.stringMatching(/^contradicted: pagination\.record\.newest-first\n/),
  ])
  const json = await runDrift(url, '--only', 'pagination.record', '--reporter', 'json')
  const { clauses } = JSON.parse(json.out) as { clauses: Record<string, unknown>[] }
  const [found] = clauses.filter(({ verdict }) => verdict === 'contradicted')
  expect([json.exit, Object.keys(found!)]).toEqual([1, ['id', 'verdict', 'count', 'explainedBy', 'exchange']])
})

it('ends with 2 for a usage error', async () => {
  expect(await runDrift('http://127.0.0.1:9/v1', '--only', 'nothing')).toMatchObject({
    exit: 2,
    err: expect.stringContaining("there is no clause or group of clauses 'nothing'"),
  })
  env['SVC_API_KEY'] = ''
  expect(await runDrift('http://127.0.0.1:9/v1')).toMatchObject({
    exit: 2,
    err: expect.stringContaining("the key 'main' is read from SVC_API_KEY, which is not set"),
  })
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends with the report of what there is on %s, and its organizations are gone', async (signal, exit) => {
  const { url, emulator } = await serve()
  const started = run('drift', '--target', url, '--rate', '20/s')
  await until(() => expect(leftOrgs(emulator)).not.toEqual([]))
  started.child.kill(signal)
  expect(await started.exit, started.err).toBe(exit)
  expect(started.err).toContain('stopped; this is what was found until then')
  expect(started.out).toMatch(/Nothing contradicted: \d+ exchanges with /)
  expect(leftOrgs(emulator)).toEqual([])
})
