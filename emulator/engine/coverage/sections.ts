import { formatShare } from '../checking/share.ts'
import { assumptions } from '../../contract/assumptions.ts'
import { type Wire, clauses, isClientClause } from '../../contract/clauses.ts'
import type { CoverageItem, CoverageReport } from './coverage.ts'

/** A statement with its text and its count. */
interface CoveredStatement extends CoverageItem {
  readonly statement: string
}

export interface CoveredSection {
  /** Heading of the specification, outermost first. */
  readonly title: string
  readonly total: number
  readonly exercised: number
  readonly statements: readonly CoveredStatement[]
}

/** Clauses of these sides, grouped by the headings of the specification in its order. */
export function clauseSections(report: CoverageReport, sides: readonly Wire[]): CoveredSection[] {
  const sections = new Map<string, CoveredStatement[]>()
  const items = new Map([...report.clauses.items, ...report.client.items].map((item) => [item.id, item]))
  for (const { id, section, wire, statement } of clauses) {
    if (!sides.includes(wire)) continue
    const statements = sections.get(section) ?? []
    statements.push({ ...items.get(id)!, statement })
    sections.set(section, statements)
  }
  return Array.from(sections, ([title, statements]) => makeSection(title, statements))
}

export function assumptionSection(report: CoverageReport): CoveredSection {
  return makeSection(
    'Assumptions',
    assumptions.map(({ title, says }, position) => ({
      ...report.assumptions.items[position]!,
      statement: `${title}. ${says}`,
    })),
  )
}

function makeSection(title: string, statements: readonly CoveredStatement[]): CoveredSection {
  return { title, total: statements.length, exercised: statements.filter(({ count }) => count > 0).length, statements }
}

/** Totals over sections, with the share in percent; an empty report counts as 100 percent. */
export function countTotals(sections: readonly CoveredSection[]): {
  total: number
  exercised: number
  percent: number
} {
  let total = 0
  let exercised = 0
  for (const section of sections) {
    total += section.total
    exercised += section.exercised
  }
  return { total, exercised, percent: total === 0 ? 100 : (exercised / total) * 100 }
}

/** Totals for clauses of these sections, for clauses of the client if a run showed some, and for assumptions. */
export function coverageTotals(report: CoverageReport, sections: readonly CoveredSection[]): string[] {
  const { client } = report
  const isClientApart = client.exercised > 0 && !sections.some(({ statements }) => statements.some(isOfClient))
  const { total, exercised } = countTotals(sections)
  const assumed = assumptionSection(report)
  return [
    `${exercised} of ${total} clauses exercised (${formatShare(exercised, total)})`,
    ...(isClientApart ? [`${client.exercised} of ${client.total} clauses of the client exercised`] : []),
    `${assumed.exercised} of ${assumed.total} assumptions relied on`,
  ]
}

function isOfClient({ id }: CoveredStatement): boolean {
  return isClientClause(id)
}
