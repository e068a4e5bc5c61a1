import { standingText, type Contract } from '../contract.ts'
import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import { matchesWords } from '../matches-words.ts'

type Report = ControlAnswer<'GET /coverage'>

interface Statement {
  readonly id: string
  readonly section: string
  readonly statement: string
  readonly count: number
}

export interface Section {
  readonly name: string
  /** Statements that were exercised, filtered ones included. */
  readonly met: number
  readonly total: number
  readonly statements: readonly Statement[]
}

/** Statements about the service, each with how often it decided an answer. Statements about clients are left out. */
export function countStatements(
  { clauses, assumptions }: Pick<Contract, 'clauses' | 'assumptions'>,
  report: Pick<Report, 'clauses' | 'assumptions'>,
): Statement[] {
  const counts = new Map([...report.clauses.items, ...report.assumptions.items].map(({ id, count }) => [id, count]))
  return [
    ...clauses
      .filter(({ wire }) => wire !== 'client')
      .map(({ id, section, statement }) => ({ id, section, statement, count: counts.get(id) ?? 0 })),
    ...assumptions.map(({ id, title, says, observed }) => ({
      id,
      section: 'Assumptions',
      statement: `${observed === undefined ? '' : `${standingText(observed)}: `}${title}. ${says}`,
      count: counts.get(id) ?? 0,
    })),
  ]
}

/** Groups the statements that contain every word of `q` by section. */
export function groupBySection(
  statements: readonly Statement[],
  { q, missing }: { readonly q: string; readonly missing: boolean },
): Section[] {
  const isFound = matchesWords(q)
  const isShown = ({ id, statement, count }: Statement) => !(missing && count > 0) && isFound(`${id} ${statement}`)
  const names = [...new Set(statements.map(({ section }) => section))]
  return names
    .map((name) => ({ name, all: statements.filter(({ section }) => section === name) }))
    .map(({ name, all }) => ({
      name,
      met: all.filter(({ count }) => count > 0).length,
      total: all.length,
      statements: all.filter(isShown),
    }))
    .filter((section) => section.statements.length > 0)
}
