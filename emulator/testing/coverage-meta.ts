import type { CoverageReport } from '../index.ts'

/** How often each statement was exercised, by id; those that never were are left out. */
export type Counts = Readonly<Record<string, number>>

/** The field of a test's `meta` in which a worker tells the reporter what the test exercised. */
export const COVERAGE_META = 'svcEmulatorCoverage'

/** Leaves the coverage of a test where the reporter, in another process, finds it. A test that is run again adds to it. */
export function reportCoverage(meta: object, { clauses, assumptions }: CoverageReport): void {
  const counts: Record<string, number> = { ...(meta as Record<string, Counts>)[COVERAGE_META] }
  for (const { id, count } of [...clauses.items, ...assumptions.items]) if (count > 0) counts[id] = (counts[id] ?? 0) + count
  Object.assign(meta, { [COVERAGE_META]: counts })
}

export function coverageOf(meta: object): Counts {
  return (meta as Record<string, Counts | undefined>)[COVERAGE_META] ?? {}
}
