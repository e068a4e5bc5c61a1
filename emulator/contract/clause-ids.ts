import { clauseIndex } from './clause-index.evaluated.ts'
import type { ClauseId, ClientClauseId } from './sections.ts'

export type { ClauseId, ClientClauseId } from './sections.ts'

/** Ids of the clauses, in order. */
export const clauseIds: readonly ClauseId[] = clauseIndex.map(({ id }) => id)

const clientClauses: ReadonlySet<string> = new Set(
  clauseIndex.filter(({ wire }) => wire === 'client').map(({ id }) => id),
)

/** True for the id of a clause about the client or its worker. */
export function isClientClause(id: string): id is ClientClauseId {
  return clientClauses.has(id)
}

const current: ReadonlyMap<string, ClauseId> = new Map([
  ...clauseIndex.flatMap(({ id, was }) => was.map((earlier) => [earlier, id] as const)),
  ...clauseIds.map((id) => [id, id] as const),
])

/** Current id of a clause, by that id or an earlier one; undefined for an id that this contract never had. */
export function findCurrentId(id: string): ClauseId | undefined {
  return current.get(id)
}
