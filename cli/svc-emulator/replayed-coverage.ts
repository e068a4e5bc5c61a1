import { isClientClause } from '../../emulator/contract/clauses.ts'
import { makePart, type CoverageItem, type CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import type { ReplayResult } from '../../emulator/scenario/result.ts'

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
