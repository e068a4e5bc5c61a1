import { join } from 'node:path'
import { isClientClause } from '../../emulator/contract/clauses.ts'
import { makePart, type CoverageItem, type CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import type { ReplayResult } from '../../emulator/scenario/result.ts'
import { envValue, type Io } from '../shared/io.ts'

/** True if this process should write a coverage report. */
export function leavesCoverage({ env }: Io): boolean {
  return coverageFolder(env) !== undefined
}

/**
 * Writes the coverage of this process to the folder in SVC_EMULATOR_COVERAGE, into a file of its own, for `svc-emulator
 * coverage`.
 */
export async function leaveCoverage({ env }: Io, reports: () => Iterable<CoverageReport>): Promise<void> {
  const folder = coverageFolder(env)
  if (folder === undefined) return
  const [{ mkdir }, { mergeReports }, { writeWhole }] = await Promise.all([
    import('node:fs/promises'),
    import('../../emulator/engine/coverage/merge.ts'),
    import('../shared/write-file.ts'),
  ])
  await mkdir(folder, { recursive: true })
  await writeWhole('', join(folder, `svc-emulator-${process.pid}.json`), `${JSON.stringify(mergeReports(reports()))}\n`)
}

function coverageFolder(env: Io['env']): string | undefined {
  return envValue(env, 'SVC_EMULATOR_COVERAGE')
}

/** Attributes a report's coverage to a test. */
export function exercisedBy(name: string, { contract, ...parts }: CoverageReport): CoverageReport {
  const { clauses, client, assumptions } = parts
  const named = (items: readonly CoverageItem[]) =>
    items.map((item) => (item.count > 0 ? { ...item, tests: [name] } : item))
  return {
    contract,
    clauses: { ...clauses, items: named(clauses.items) },
    client: { ...client, items: named(client.items) },
    assumptions: { ...assumptions, items: named(assumptions.items) },
  }
}

/** Adds the clauses that a replay showed of a client: an emulator does not see them. */
export function withClient(report: CoverageReport, { clauses: shown }: ReplayResult): CoverageReport {
  const ofClient = new Map(shown.filter(({ id }) => isClientClause(id)).map(({ id, count }) => [id, count]))
  const items = report.client.items.map((item) => ({ ...item, count: item.count + (ofClient.get(item.id) ?? 0) }))
  return { ...report, client: makePart(items) }
}
