import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CoverageItem, CoverageReport } from '../../emulator/coverage/coverage.ts'
import { envValue, type Io } from '../shared/io.ts'

/** With SVC_EMULATOR_COVERAGE=<folder>, leaves there what this process exercised: a file of its own, for `svc-emulator coverage`. */
export async function leaveCoverage({ env }: Io, reports: () => Iterable<CoverageReport>): Promise<void> {
  const folder = envValue(env, 'SVC_EMULATOR_COVERAGE')
  if (folder === undefined) return
  const { mergeReports } = await import('../../emulator/coverage/merge.ts')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `svc-emulator-${process.pid}.json`), `${JSON.stringify(mergeReports(reports()))}\n`)
}

/** The report of a test by name: what was exercised, was exercised by it. */
export function exercisedBy(name: string, { clauses, assumptions }: CoverageReport): CoverageReport {
  const named = (items: readonly CoverageItem[]) => items.map((item) => (item.count > 0 ? { ...item, tests: [name] } : item))
  return { clauses: { ...clauses, items: named(clauses.items) }, assumptions: { ...assumptions, items: named(assumptions.items) } }
}
