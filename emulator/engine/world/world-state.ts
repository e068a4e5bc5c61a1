import { EPOCH } from './clock.ts'
import type { TableDefinition } from './definition.ts'
import { defaultSettings, type Settings } from './settings.ts'
import type { AnyRow } from './table-index.ts'
import { Table } from './table.ts'
import { tables } from './tables/index.ts'
import { noTriggers, type TriggerState } from './triggers.ts'

/** State of a world, without its seed and tasks. A copy is a fork. */
export interface WorldState {
  tables: Table[]
  /** World time in milliseconds since 1970. */
  now: number
  /** Next position in order of creation. */
  seq: number
  /** Number of draws from the seed. */
  drawn: number
  /** Number of requests whose answers were varied (`unspecified: vary`): each has draws of its own. */
  varied: number
  /** Number of writes, which tells if a request wrote. */
  version: number
  /** Due time of the first pending record; Infinity without one. */
  nextDue: number
  /** Active faults and changes. */
  triggers: TriggerState
  /** Replaced as a whole. */
  settings: Settings
  /** World time of the last write by a request; -Infinity before the first. */
  wroteAt: number
  /** Tables that stale reads see; undefined in a world without such reads. It is not exported. */
  past?: Past | undefined
  /** The last write, linked to those before it; undefined if the world keeps no history. */
  history?: StateChange | undefined
}

/** The tables before each moment of the last milliseconds at which a world was written to, oldest first. */
export interface Past {
  readonly ms: number
  readonly moments: readonly PastTables[]
}

interface PastTables {
  readonly at: number
  readonly tables: readonly Table[]
}

/** A saved state, with its seed. */
export type Snapshot = Readonly<WorldState> & { readonly seed: number }

/** Maximum of writes that a world remembers. A write takes about 70 bytes beside its rows. */
export const MAX_CHANGES = 500_000

/** A sequence of writes, until the world is put into another state. */
interface HistoryBranch {
  /** Number of the first change whose result is still known. */
  first: number
  /** Its final state, once the world has left it. */
  end: Snapshot | undefined
  /** Last write of the branch that it started from; undefined if that is unknown. */
  origin: StateChange | undefined
}

/**
 * One write of a row: an insertion without `before`, a deletion without `after`. Each links to the previous one, so
 * that a saved state (a snapshot, the world before a refused request) holds its own past.
 */
export interface StateChange {
  readonly branch: HistoryBranch
  previous: StateChange | undefined
  /** Counts the writes of a world, over all branches. */
  readonly number: number
  /** Position of the table; -1 at the start of a branch. */
  readonly table: number
  readonly before: AnyRow | undefined
  readonly after: AnyRow | undefined
}

let empty: readonly Table[] | undefined

/** State of a new world. Worlds share empty tables: each copies a table before it writes to it. */
export function beginState(start: number = EPOCH, settings: Settings = defaultSettings()): WorldState {
  empty ??= (Object.values(tables) as unknown as TableDefinition[]).map((definition) => new Table(definition, {}))
  return {
    tables: empty.slice(),
    now: start,
    seq: 0,
    drawn: 0,
    varied: 0,
    version: 0,
    nextDue: Infinity,
    wroteAt: -Infinity,
    triggers: noTriggers,
    settings,
  }
}

/** Keeps the tables before the first write of a moment. Returns true if it kept them: they are not written to any more. */
export function keepMoment(state: WorldState, { ms, moments }: Past): boolean {
  const { now, tables } = state
  if (moments.at(-1)?.at === now) return false
  state.past = { ms, moments: [...moments.filter(({ at }) => at > now - ms), { at: now, tables: tables.slice() }] }
  return true
}

/** Moments of the last milliseconds of world time at which the world was written to, oldest first. */
export function momentsWithin({ now, past }: WorldState, ms: number): readonly PastTables[] {
  return past?.moments.filter(({ at }) => at > now - ms) ?? []
}

export function beginBranch(number = 0): StateChange {
  return {
    branch: { first: number, end: undefined, origin: undefined },
    previous: undefined,
    number,
    table: -1,
    before: undefined,
    after: undefined,
  }
}

/** Records a write, if the world keeps its history. */
export function noteChange(
  state: WorldState,
  table: number,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
): void {
  const { history: previous } = state
  if (previous === undefined) return
  const { branch, number } = previous
  if (number - branch.first >= MAX_CHANGES) forgetBefore(previous)
  state.history = { branch, previous, number: number + 1, table, before, after }
}

/** Forgets the writes before a change; its state remains reachable. */
export function forgetBefore(change: StateChange): void {
  change.branch.first = Math.max(change.branch.first, change.number)
  change.previous = undefined
}
