import type { World } from './world.ts'
import type { Change, WorldState } from './world-state.ts'

/** What stands beside the tables. */
type NonTableState = Pick<WorldState, 'now' | 'seq' | 'drawn' | 'nextDue' | 'triggers'>

/** A state of a world that keeps its history: the last write, and what stands beside the tables. */
export interface Checkpoint extends NonTableState {
  readonly change: Change
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
