import type { CoverageReport } from '../../engine/coverage/coverage.ts'
import { mergeReports } from '../../engine/coverage/merge.ts'

/** How often each statement was exercised, by id; those that never were are left out. */
export type Counts = Readonly<Record<string, number>>

/** Where a worker leaves for the reporter what a test exercised: a field of its `meta` (vitest), an attachment (Playwright). */
export const COVERAGE_META = '_svcEmulatorCoverage'

export function countsOf({ clauses, assumptions }: CoverageReport): Counts {
  const counts: Record<string, number> = {}
  for (const { id, count } of [...clauses.items, ...assumptions.items]) if (count > 0) counts[id] = count
  return counts
}

/** Adds the coverage of a test to its `meta`; one that is run again adds to what it left. */
export function reportCoverage(meta: object, report: CoverageReport): void {
  addCounts(meta, countsOf(report))
}

export function addCounts(meta: object, counts: Counts): void {
  Object.assign(meta, { [COVERAGE_META]: sum([coverageOf(meta), counts]) })
}

export function coverageOf(meta: object): Counts {
  return (meta as Record<string, Counts | undefined>)[COVERAGE_META] ?? {}
}

export function sum(all: Iterable<Counts>): Counts {
  const total: Record<string, number> = {}
  for (const counts of all) for (const [id, count] of Object.entries(counts)) total[id] = (total[id] ?? 0) + count
  return total
}

/** What one test exercised. */
export interface TestCoverage {
  readonly name: string
  readonly counts: Counts
}

/** The sum in the form of `emulator.coverage()`, with the names of the tests. */
export function reportOf(tests: Iterable<TestCoverage>): CoverageReport {
  const named = function* () {
    for (const { name, counts } of tests) {
      const items = Object.entries(counts).map(([id, count]) => ({ id, count, tests: [name] }))
      yield { clauses: { items }, assumptions: { items: [] } }
    }
  }
  return mergeReports(named())
}
