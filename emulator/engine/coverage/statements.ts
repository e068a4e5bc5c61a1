import { type AssumptionId, assumptionIds, findCurrentAssumption } from '../../contract/assumption-ids.ts'
import { type ClauseId, clauseIds, findCurrentId } from '../../contract/clause-ids.ts'

/** A statement of the contract: a clause of the specification, or an assumption where it is silent. */
export type StatementId = ClauseId | AssumptionId

/** Statements by position: clauses first, then assumptions. */
export const statementIds: readonly StatementId[] = [...clauseIds, ...assumptionIds]

export const clauseCount = clauseIds.length

const positions = new Map<string, number>(statementIds.map((id, position) => [id, position]))

export function findPosition(id: StatementId): number {
  return positions.get(id)!
}

/** Current id of a statement, by that id or an earlier one; undefined for any other id. */
export function findCurrentStatement(id: string): StatementId | undefined {
  return findCurrentId(id) ?? findCurrentAssumption(id)
}
