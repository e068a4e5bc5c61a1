import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import type { CoveragePart, CoverageReport } from '../coverage/coverage.ts'
import { clauseCount, statementIds } from '../coverage/statements.ts'
import { coverageOf } from './coverage-meta.ts'

export interface CoverageReporterOptions {
  /** Where the report goes. Default `coverage/svc-emulator.json`. Give processes that run at the same time a file each. */
  readonly file?: string
  /** Default true: one line at the end of the run. */
  readonly summary?: boolean
}

/** What the reporter needs of vitest, 3 and later. */
interface TestModule {
  readonly children: { allTests(): Iterable<{ meta(): object }> }
}

interface CoverageReporter {
  onTestRunEnd(modules: readonly TestModule[]): Promise<void>
}

/**
 * A reporter for `reporters` of vitest's configuration: at the end of the run it writes how often each clause and assumption was
 * exercised by tests that use the `emulator` fixture, in the form of `emulator.coverage()`. Workers tell it through the `meta` of
 * their tests, so that one file holds what all of them did.
 */
export function coverageReporter(options: CoverageReporterOptions = {}): CoverageReporter {
  const file = resolve(options.file ?? 'coverage/svc-emulator.json')
  return {
    async onTestRunEnd(modules) {
      const report = summed(modules)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
      if (options.summary !== false) console.log(summaryOf(report, relative('.', file)))
    },
  }
}

function summed(modules: readonly TestModule[]): CoverageReport {
  const counts = new Map<string, number>()
  for (const { children } of modules) {
    for (const test of children.allTests()) {
      for (const [id, count] of Object.entries(coverageOf(test.meta()))) counts.set(id, (counts.get(id) ?? 0) + count)
    }
  }
  const items = statementIds.map((id) => ({ id, count: counts.get(id) ?? 0 }))
  return { clauses: part(items.slice(0, clauseCount)), assumptions: part(items.slice(clauseCount)) }
}

function part(items: CoveragePart['items']): CoveragePart {
  return { total: items.length, exercised: items.filter(({ count }) => count > 0).length, items }
}

function summaryOf({ clauses, assumptions }: CoverageReport, file: string): string {
  return `\nsvc-emulator: ${clauses.exercised} of ${clauses.total} clauses and ${assumptions.exercised} of ${assumptions.total} assumptions exercised; ${file}`
}
