import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startVitest } from 'vitest/node'
import type { CoverageReport } from '../index.ts'
import { coverageReporter } from './node-vitest-reporter.ts'

it('writes what the tests of all workers exercised', { timeout: 60_000 }, async () => {
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
