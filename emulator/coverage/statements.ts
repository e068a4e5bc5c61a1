import { assumptions, type AssumptionId } from '../contract/assumptions.ts'
import { clauses, type ClauseId } from '../contract/clauses.ts'

/** A statement of the contract: a clause of the specification, or an assumption where it is silent. */
export type StatementId = ClauseId | AssumptionId

/** Statements are counted by position: clauses first, then assumptions. */
export const statementIds: readonly StatementId[] = [
  ...clauses.map((clause) => clause.id),
  ...assumptions.map((assumption) => assumption.id),
]

export const clauseCount = clauses.length

const positions = new Map<string, number>(statementIds.map((id, position) => [id, position]))

export function positionOf(id: StatementId): number {
  return positions.get(id)!
}
