import { EPOCH } from './clock.ts'
import type { TableDefinition } from './definition.ts'
import type { Settings } from './settings.ts'
import type { AnyRow } from './table-index.ts'
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

/** Writes that a world remembers. A write weighs about 70 bytes beside its rows. */
export const MAX_CHANGES = 500_000

/** Writes that follow from one another, until the world is put into another state. */
interface Branch {
  /** Number of the first change whose outcome can still be told. */
  first: number
  /** How it ended, once the world has left it. */
  end: Snapshot | undefined
  /** The write that led to the state that it begins with, on another line; undefined where that is not known. */
  origin: Change | undefined
}

/**
 * One write of a row; without `before` it was inserted, without `after` deleted. Each knows the one before it, so a state that was kept
 * (a snapshot, the world before a refused request) holds its own past.
 */
export interface Change {
  readonly line: Branch
  previous: Change | undefined
  /** Counts the writes of a world, over all lines. */
  readonly number: number
  /** Position of the table; -1 where a line begins. */
  readonly table: number
  readonly before: AnyRow | undefined
  readonly after: AnyRow | undefined
}

let empty: readonly Table[] | undefined

/** The state of a world that begins. Worlds share the empty tables: each makes a table its own before it writes to it. */
export function beginState(start: number = EPOCH): WorldState {
  empty ??= (Object.values(tables) as unknown as TableDefinition[]).map((definition) => new Table(definition, {}))
  return { tables: empty.slice(), now: start, seq: 0, drawn: 0, version: 0, nextDue: Infinity, triggers: noTriggers }
}

export function beginLine(number = 0): Change {
  return {
    line: { first: number, end: undefined, origin: undefined },
    previous: undefined,
    number,
    table: -1,
    before: undefined,
    after: undefined,
  }
}

/** Remembers a write, where the world keeps its history. */
export function noteChange(
  state: WorldState,
  table: number,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
): void {
  const { history: previous } = state
  if (previous === undefined) return
  const { line, number } = previous
  if (number - line.first >= MAX_CHANGES) forgetBefore(previous)
  state.history = { line, previous, number: number + 1, table, before, after }
}

/** Forgets how a state came about; it can still be gone back to. */
export function forgetBefore(change: Change): void {
  change.line.first = Math.max(change.line.first, change.number)
  change.previous = undefined
}
