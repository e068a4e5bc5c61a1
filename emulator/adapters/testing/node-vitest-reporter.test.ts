import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startVitest } from 'vitest/node'
import type { CoverageReport } from '../../index.ts'
import { loadScenario, replay, type Bundle } from '../../scenario/index.ts'
import { TRACE_VARIABLE } from './failure-bundle.ts'
import namedReporter, { coverageReporter } from './node-vitest-reporter.ts'

/**
 * One run for all tests of the reporter, because each takes seconds: three files with five requests, in two workers.
 */
let folder: string
const told: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-emulator-reporter-'))
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void told.push(String(line)))
  try {
    const reporter = coverageReporter({
      file: join(folder, 'deep', 'report.json'),
      summary: false,
      trace: 'on-failure',
      bundles: join(folder, 'runs'),
    })
    const include = ['emulator/adapters/testing/sample/{,failing/}*.sample.ts']
    const vitest = await startVitest(
      'test',
      [],
      { config: false, watch: false, include, pool: 'forks', maxWorkers: 2, reporters: [reporter] },
      {},
      {},
    )
    await vitest.close()
  } finally {
    log.mockRestore()
    delete process.env[TRACE_VARIABLE]
    process.exitCode = 0
  }
})
afterAll(() => rm(folder, { recursive: true }))

it('writes what the tests of all workers exercised', async () => {
  const report = JSON.parse(await readFile(join(folder, 'deep', 'report.json'), 'utf8')) as CoverageReport
  const counts = new Map([...report.clauses.items, ...report.assumptions.items].map(({ id, count }) => [id, count]))
  expect(counts.get('revision.reset.needs-failed')).toBe(1)
  expect(counts.get('envelope.status-on-every-response')).toBe(5)
  expect(counts.get('A-69')).toBe(0)
  expect(report.clauses.items.find(({ id }) => id === 'revision.reset.needs-failed')!.tests).toEqual([
    expect.any(String),
  ])
  expect(report.clauses.exercised).toBe(report.clauses.items.filter(({ count }) => count > 0).length)
  expect(report.clauses.total).toBe(report.clauses.items.length)
})

it('keeps a bundle of each test that failed, and says how to show it', async () => {
  expect((await readdir(join(folder, 'runs'))).toSorted()).toEqual([
    'fails-twice-2.bundle.json',
    'fails-twice.bundle.json',
  ])
  expect(told).toContainEqual(
    expect.stringMatching(/step through 'fails twice':\n {2}npx svc-emulator show .*runs\/fails-twice\.bundle\.json$/),
  )
  const bundle = JSON.parse(await readFile(join(folder, 'runs', 'fails-twice.bundle.json'), 'utf8')) as Bundle
  expect(bundle).toMatchObject({
    result: { about: 'fails twice', ok: false, problems: [expect.stringContaining('to be undefined')] },
    trace: [{ entry: 1, inserted: [{ table: 'blobs' }, { table: 'operations' }] }],
  })
  expect((await replay(await loadScenario(bundle))).ok).toBe(true)
})

it('is a reporter by the name of its module, too, as vitest makes one', () => {
  const Named = namedReporter as unknown as new () => ReturnType<typeof coverageReporter>
  expect(new Named()).toMatchObject({ onTestRunEnd: expect.any(Function) })
})
