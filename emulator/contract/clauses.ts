import type { Case } from './cases.ts'
import type { Sentence, SentenceHistory, Wire } from './section.ts'
import { sections, type ClauseId } from './sections.ts'

export { clauseIds, findCurrentId, isClientClause } from './clause-ids.ts'
export type { SentenceHistory, Wire } from './section.ts'
export type { ApiClauseId, ClauseId, ClientClauseId } from './sections.ts'

/** A testable statement of the specification. */
export interface ClauseRow extends SentenceHistory {
  /** Dotted kebab-case, grouped by the specification's headings. */
  readonly id: ClauseId
  /** Its heading, outermost first, separated by " / ". */
  readonly section: string
  readonly wire: Wire
  /** One sentence that a test could contradict. */
  readonly statement: string
}

/** All clauses, in the order of the specification. */
export const clauses: readonly ClauseRow[] = sections.flatMap(({ heading, wire, rows }) =>
  Object.entries(rows).map(([id, row]) => {
    const { says, was, since, until, effect }: Sentence = typeof row === 'string' ? { says: row } : row
    return {
      id: id as ClauseId,
      section: heading,
      wire,
      statement: says,
      ...(was !== undefined && { was }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(effect !== undefined && { effect }),
    }
  }),
)

/** Cases of the clauses that range over several. */
export const casesByClause: ReadonlyMap<string, readonly Case[]> = new Map(
  sections.flatMap(({ rows }) =>
    Object.entries<string | Sentence>(rows).flatMap(([id, row]) =>
      typeof row === 'string' || row.cases === undefined ? [] : [[id, row.cases] as const],
    ),
  ),
)
