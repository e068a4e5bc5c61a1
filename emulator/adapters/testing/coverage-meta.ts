import type { CoverageReport } from '../../engine/coverage/coverage.ts'
import { mergeReports } from '../../engine/coverage/merge.ts'

/** Number of times that each statement was exercised, by id, without zeros. */
export type Counts = Readonly<Record<string, number>>

/**
 * Where a worker leaves the coverage of a test for the reporter: a field of its `meta` (vitest), an attachment
 * (Playwright).
 */
export const COVERAGE_META = '_svcEmulatorCoverage'

export function countExercised({ clauses, assumptions }: CoverageReport): Counts {
  const counts: Record<string, number> = {}
  for (const { id, count } of [...clauses.items, ...assumptions.items]) if (count > 0) counts[id] = count
  return counts
}

/** Adds the coverage of a test to its `meta`. A retry adds to the earlier run. */
export function reportCoverage(meta: object, report: CoverageReport): void {
  addCounts(meta, countExercised(report))
}

export function addCounts(meta: object, counts: Counts): void {
  Object.assign(meta, { [COVERAGE_META]: sum([readCoverage(meta), counts]) })
}

export function readCoverage(meta: object): Counts {
  return (meta as Record<string, Counts | undefined>)[COVERAGE_META] ?? {}
}

function sum(all: Iterable<Counts>): Counts {
  const total: Record<string, number> = {}
  for (const counts of all) for (const [id, count] of Object.entries(counts)) total[id] = (total[id] ?? 0) + count
  return total
}

/** Coverage of one test. */
export interface TestCoverage {
  readonly name: string
  readonly counts: Counts
}

/** Sums coverage in the form of `emulator.coverage()`, with the names of the tests. */
export function makeCoverageReport(tests: Iterable<TestCoverage>): CoverageReport {
  const named = function* () {
    for (const { name, counts } of tests) {
      const items = Object.entries(counts).map(([id, count]) => ({ id, count, tests: [name] }))
      yield { clauses: { items }, assumptions: { items: [] } }
    }
  }
  return mergeReports(named())
}
