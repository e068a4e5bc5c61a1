import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { startVitest } from 'vitest/node'
import { startsProcesses } from '../../scripts/test/limits.ts'
import type { CoverageReport } from '../index.ts'
import { loadScenario, replay, type Bundle } from '../scenario/index.ts'
import { TRACE_VARIABLE } from './failure-bundle.ts'
import { coverageReporter } from './node-vitest-reporter.ts'

it('writes what the tests of all workers exercised', startsProcesses, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-coverage-'))
  try {
    const file = join(folder, 'deep', 'report.json')
    const include = ['emulator/testing/sample/*.sample.ts']
    const vitest = await startVitest('test', [], { config: false, watch: false, include, pool: 'forks', maxWorkers: 2, reporters: [coverageReporter({ file, summary: false })] }, {}, {})
    await vitest.close()
    const report = JSON.parse(await readFile(file, 'utf8')) as CoverageReport
    const counts = new Map([...report.clauses.items, ...report.assumptions.items].map(({ id, count }) => [id, count]))
    expect(counts.get('revision.reset.needs-failed')).toBe(1)
    expect(counts.get('envelope.status-on-every-response')).toBe(3)
    expect(counts.get('A-44')).toBe(0)
    expect(report.clauses.items.find(({ id }) => id === 'revision.reset.needs-failed')!.tests).toEqual([expect.any(String)])
    expect(report.clauses.exercised).toBe(report.clauses.items.filter(({ count }) => count > 0).length)
    expect(report.clauses.total).toBe(report.clauses.items.length)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('keeps a bundle of each test that failed, and says how to show it', startsProcesses, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-bundles-'))
  const told = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const reporter = coverageReporter({ file: join(folder, 'report.json'), summary: false, trace: 'on-failure', bundles: join(folder, 'runs') })
    const include = ['emulator/testing/sample/failing/*.sample.ts']
    const vitest = await startVitest('test', [], { config: false, watch: false, include, pool: 'forks', maxWorkers: 1, reporters: [reporter] }, {}, {})
    await vitest.close()
    expect((await readdir(join(folder, 'runs'))).toSorted()).toEqual(['fails-twice-2.bundle.json', 'fails-twice.bundle.json'])
    expect(told.mock.calls.map(([line]) => String(line))).toContainEqual(expect.stringMatching(/step through 'fails twice':\n {2}npx svc-emulator show .*runs\/fails-twice\.bundle\.json$/))
    const bundle = JSON.parse(await readFile(join(folder, 'runs', 'fails-twice.bundle.json'), 'utf8')) as Bundle
    expect(bundle).toMatchObject({ result: { about: 'fails twice', ok: false, problems: [expect.stringContaining('to be undefined')] }, trace: [{ entry: 1, inserted: [{ table: 'blobs' }, { table: 'operations' }] }] })
    expect((await replay(await loadScenario(bundle))).ok).toBe(true)
  } finally {
    told.mockRestore()
    delete process.env[TRACE_VARIABLE]
    process.exitCode = 0
    await rm(folder, { recursive: true })
  }
})
