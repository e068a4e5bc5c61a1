import type { Mutation } from './mutation.ts'
import type { Sentence, Wire } from './section.ts'
import { sections, type ClauseId } from './sections.ts'

/** A clause without its sentence. */
export interface IndexedClause {
  readonly id: ClauseId
  readonly wire: Wire
  readonly was: readonly string[]
  /** Its mutants without their texts. */
  readonly broken: readonly Mutation[]
}

/** The clauses without their sentences, in order. The build writes the values out, so that a page loads no prose. */
export const clauseIndex: readonly IndexedClause[] = sections.flatMap(({ wire, rows }) =>
  Object.entries<string | Sentence>(rows).map(([id, row]) => {
    const { was = [], broken = [] }: Partial<Sentence> = typeof row === 'string' ? {} : row
    return { id: id as ClauseId, wire, was, broken: broken.map(({ by }) => by) }
  }),
)
