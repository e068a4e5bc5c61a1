import * as v from 'valibot'
import { retiredAssumptions } from '../../contract/assumption-ids.ts'
import { contractStamp, type ContractStamp, formatStamp } from '../../contract/stamp.ts'
import { stampSchema } from '../checking/contract-stamp.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { makeReport, type CoverageItem, type CoverageReport } from './coverage.ts'
import { findCurrentStatement, statementIds } from './statements.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const items = v.array(v.object({ id: v.string(), count, tests: v.optional(v.array(v.string())) }))
const part = v.object({ items })

/** A report in a file: `emulator.coverage()` as JSON. */
export const reportSchema = v.object({
  // Releases before the contract had versions wrote none.
  contract: v.optional(stampSchema),
  clauses: part,
  // Releases up to 1.0.0 wrote these among the clauses.
  client: v.optional(part),
  assumptions: part,
  unknown: v.optional(items),
})

interface GivenItem {
  readonly id: string
  readonly count: number
  readonly tests?: readonly string[] | undefined
}

interface GivenPart {
  readonly items: readonly GivenItem[]
}

/** A report of this release or an earlier one, with its source. */
interface SourcedReport {
  readonly contract?: ContractStamp | undefined
  readonly clauses: GivenPart
  readonly client?: GivenPart | undefined
  readonly assumptions: GivenPart
  readonly unknown?: readonly GivenItem[] | undefined
  readonly source?: string
}

/** Maximum of test names kept for a statement. */
const MAX_TESTS = 20

/**
 * Sums reports of several worlds or processes. Earlier ids count as their current ones; statements that this release
 * does not know are listed apart. Throws `EmulatorError` for reports of two contracts, where one id may have two
 * meanings.
 */
export function mergeReports(reports: Iterable<SourcedReport>): CoverageReport {
  const counts = new Map<string, number>()
  const tests = new Map<string, Set<string>>()
  let first: StampedSource | undefined
  for (const { contract, source = 'a report', ...report } of reports) {
    if (contract !== undefined) first = requireOneContract(first, { contract, source })
    const { clauses, client, assumptions, unknown: foreign = [] } = report
    for (const item of [...clauses.items, ...(client?.items ?? []), ...assumptions.items, ...foreign]) {
      if (retiredAssumptions.has(item.id)) continue
      const id = findCurrentStatement(item.id) ?? item.id
      counts.set(id, (counts.get(id) ?? 0) + item.count)
      for (const name of item.tests ?? []) addTest(tests, id, name)
    }
  }
  const makeItem = (id: string): CoverageItem => {
    const names = tests.get(id)
    return { id, count: counts.get(id) ?? 0, ...(names !== undefined && { tests: [...names] }) }
  }
  const known = statementIds.map(makeItem)
  const unknown = [...counts.keys()].filter((id) => !isStatement.has(id)).map(makeItem)
  return {
    ...makeReport(first?.contract ?? contractStamp(), known),
    ...(unknown.length > 0 && { unknown }),
  }
}

const isStatement: ReadonlySet<string> = new Set(statementIds)

interface StampedSource {
  readonly contract: ContractStamp
  readonly source: string
}

function requireOneContract(first: StampedSource | undefined, next: StampedSource): StampedSource {
  if (first === undefined || first.contract.digest === next.contract.digest) return first ?? next
  const [one, other] = [first, next].map(
    ({ source, contract }) => `${source} of ${formatStamp(contract)}, digest ${contract.digest.slice(0, 8)}`,
  )
  throw new EmulatorError(
    `reports of two contracts cannot be merged: ${one}; ${other}. Report on each alone, with the release that wrote it.`,
  )
}

function addTest(tests: Map<string, Set<string>>, id: string, name: string): void {
  let names = tests.get(id)
  if (names === undefined) tests.set(id, (names = new Set()))
  if (names.size < MAX_TESTS) names.add(name)
}
