import * as v from 'valibot'
import { partOf, type CoverageItem, type CoverageReport } from './coverage.ts'
import { clauseCount, statementIds } from './statements.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const part = v.object({ items: v.array(v.object({ id: v.string(), count, tests: v.optional(v.array(v.string())) })) })

/** A report as a file holds it: `emulator.coverage()` as JSON. */
export const reportSchema = v.object({ clauses: part, assumptions: part })

type Given = v.InferOutput<typeof reportSchema>

/** Names of tests that a statement keeps; more help nobody. */
const MAX_TESTS = 20

/** The sum of reports, of several worlds or several processes. Statements that this release does not know are left out. */
export function mergeReports(reports: Iterable<Given | CoverageReport>): CoverageReport {
  const counts = new Map<string, number>()
  const tests = new Map<string, Set<string>>()
  for (const { clauses, assumptions } of reports) {
    for (const item of [...clauses.items, ...assumptions.items]) {
      counts.set(item.id, (counts.get(item.id) ?? 0) + item.count)
      for (const name of item.tests ?? []) addTest(tests, item.id, name)
    }
  }
  const items = statementIds.map((id): CoverageItem => {
    const names = tests.get(id)
    return { id, count: counts.get(id) ?? 0, ...(names !== undefined && { tests: [...names] }) }
  })
  return { clauses: partOf(items.slice(0, clauseCount)), assumptions: partOf(items.slice(clauseCount)) }
}

function addTest(tests: Map<string, Set<string>>, id: string, name: string): void {
  let names = tests.get(id)
  if (names === undefined) tests.set(id, (names = new Set()))
  if (names.size < MAX_TESTS) names.add(name)
}
