import { EPOCH } from './clock.ts'
import type { TableDefinition } from './definition.ts'
import type { Change } from './history.ts'
import type { Settings } from './settings.ts'
import { Table } from './table.ts'
import { tables } from './tables/index.ts'
import { noTriggers, type TriggerState } from './triggers.ts'

/** All that a world is, apart from its seed, settings and tasks. Copying it is a fork. */
export interface WorldState {
  tables: Table[]
  /** World time in milliseconds since 1970. */
  now: number
  /** Next position in order of creation. */
  seq: number
  /** Draws made from the seed. */
  drawn: number
  /** Counts writes, so that a request can tell whether it wrote. */
  version: number
  /** Due time of the first pending record; Infinity without one. */
  nextDue: number
  /** Faults and changes in force. */
  triggers: TriggerState
  /** The last write, which knows those before it; undefined where the world keeps no history. */
  history?: Change | undefined
}

/** A state that is kept, with what it rests on. */
export type Snapshot = Readonly<WorldState> & { readonly seed: number; readonly settings: Settings }

let empty: readonly Table[] | undefined

/** The state of a world that begins. Worlds share the empty tables: each makes a table its own before it writes to it. */
export function beginState(start: number = EPOCH): WorldState {
  empty ??= (Object.values(tables) as unknown as TableDefinition[]).map((definition) => new Table(definition, {}))
  return { tables: empty.slice(), now: start, seq: 0, drawn: 0, version: 0, nextDue: Infinity, triggers: noTriggers }
}
