import type { AssumptionRow } from '../../../emulator/contract/assumptions.ts'
import type { ClauseRow } from '../../../emulator/contract/clauses.ts'
import type { AgentWorld } from './agent-world.ts'

/** Statements of the specification, and assumptions where it is silent. */
export interface Contract {
  readonly clauses: readonly ClauseRow[]
  readonly assumptions: readonly AssumptionRow[]
}

/** Reads the contract that an emulator keeps. */
export function readContract(world: AgentWorld): Promise<Contract> {
  return world.control('GET', '/clauses')
}
