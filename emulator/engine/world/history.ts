import type { AnyRow } from './table-index.ts'
import type { World } from './world.ts'
import type { Snapshot, WorldState } from './world-state.ts'

/** Writes that a world remembers. A write weighs about 70 bytes beside its rows. */
export const MAX_CHANGES = 500_000

/** Writes that follow from one another, until the world is put into another state. */
export interface Branch {
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

/** What stands beside the tables. */
type NonTableState = Pick<WorldState, 'now' | 'seq' | 'drawn' | 'nextDue' | 'triggers'>

/** A state of a world that keeps its history: the last write, and what stands beside the tables. */
export interface Checkpoint extends NonTableState {
  readonly change: Change
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

/** The state as a mark; `last` where nothing has changed since. */
export function markOf(state: WorldState, last?: Checkpoint): Checkpoint {
  const { history: change, now, seq, drawn, nextDue, triggers } = state
  return last !== undefined && last.change === change && isSameNonTableState(last, state)
    ? last
    : { change: change!, now, seq, drawn, nextDue, triggers }
}

/** Whether two states are the same beside their tables. */
export function isSameNonTableState(a: NonTableState, b: NonTableState): boolean {
  return (
    a.now === b.now && a.drawn === b.drawn && a.seq === b.seq && a.nextDue === b.nextDue && a.triggers === b.triggers
  )
}

/** The writes that lead from one state to a later one, oldest first, over all lines; those from the beginning, where `from` is undefined. */
export function changesBetween(from: Change | undefined, to: Change): Change[] {
  const changes: Change[] = []
  for (
    let change: Change | undefined = to;
    change !== undefined && change !== from;
    change = change.previous ?? originOf(change)
  ) {
    // Where a line begins, and where its beginning was forgotten, there is a state and no write.
    if (change.previous !== undefined) changes.push(change)
  }
  return changes.reverse()
}

/** Where a line begins, the end of what led there. */
function originOf({ table, line }: Change): Change | undefined {
  return table < 0 ? line.origin : undefined
}

/** A world of its own in the state of a mark of `present`; undefined where that is no longer known. */
export function worldAt(present: World, mark: Checkpoint): World | undefined {
  const { change: target, ...state } = mark
  const { line, number } = target
  const end = line.end ?? (present.state.history?.line === line ? present.snapshot() : undefined)
  if (end === undefined || number < line.first) return undefined
  const world = present.fork(end.seed)
  world.restore(end)
  for (let change = end.history; change !== undefined && change !== target; change = change.previous)
    undo(world, change)
  Object.assign(world.state, state)
  return world
}

function undo(world: World, { table, before, after }: Change): void {
  const writable = world.writable(table).tables[table]!
  if (before === undefined) writable.remove(after!)
  else if (after === undefined) writable.add(before)
  else writable.replace(after, before)
}
