import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import type { AgentWorld } from './agent-world.ts'

/** Statements of the specification, and assumptions where it is silent. */
export type ServedContract = ControlAnswer<'GET /clauses'>

/** Reads the contract that an emulator keeps. */
export function readContract(world: AgentWorld): Promise<ServedContract> {
  return world.control('GET /clauses')
}
