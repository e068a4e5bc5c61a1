import { contractStamp } from '../../contract/stamp.ts'
import type { CoverageReport } from '../../engine/coverage/coverage.ts'
import { mergeReports } from '../../engine/coverage/merge.ts'

/** Number of times that each statement was exercised, by id, without zeros. */
type Counts = Readonly<Record<string, number>>

/** Counts by the digest of the contract that has the statements: the tests of one project may use two releases. */
export type CountsByContract = Readonly<Record<string, Counts>>

/**
 * Where a worker leaves the coverage of a test for the reporter: a field of its `meta` (vitest), an attachment
 * (Playwright).
 */
export const COVERAGE_META = '_svcEmulatorCoverage'

export function countExercised({ contract, clauses, assumptions }: CoverageReport): CountsByContract {
  const counts: Record<string, number> = {}
  for (const { id, count } of [...clauses.items, ...assumptions.items]) if (count > 0) counts[id] = count
  return { [contract.digest]: counts }
}

/** Adds the coverage of a test to its `meta`. A retry adds to the earlier run. */
export function reportCoverage(meta: object, report: CoverageReport): void {
  addCounts(meta, countExercised(report))
}

export function addCounts(meta: object, counts: CountsByContract): void {
  const before = readEachCoverage(meta)
  const added = Object.entries(counts).map(([digest, each]) => [digest, sum([before[digest] ?? {}, each])] as const)
  Object.assign(meta, { [COVERAGE_META]: { ...before, ...Object.fromEntries(added) } })
}

export function readEachCoverage(meta: object): CountsByContract {
  return (meta as Record<string, CountsByContract | undefined>)[COVERAGE_META] ?? {}
}

function sum(all: Iterable<Counts>): Counts {
  const total: Record<string, number> = {}
  for (const counts of all) for (const [id, count] of Object.entries(counts)) total[id] = (total[id] ?? 0) + count
  return total
}

/** Coverage of one test. */
export interface TestCoverage {
  readonly name: string
  /** Of statements of this contract. */
  readonly counts: Counts
  /** It exercised statements of another contract, which are not counted here. */
  readonly isForeign?: boolean
}

/** Coverage of a test, from what its worker left. */
export function readTestCoverage(name: string, left: CountsByContract): TestCoverage {
  const { digest } = contractStamp()
  return { name, counts: left[digest] ?? {}, isForeign: Object.keys(left).some((each) => each !== digest) }
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
