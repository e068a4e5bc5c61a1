import type { World } from './world.ts'
import type { StateChange, WorldState } from './world-state.ts'

/** State apart from the tables. */
type NonTableState = Pick<WorldState, 'now' | 'seq' | 'drawn' | 'varied' | 'nextDue' | 'triggers' | 'settings'>

/** A state of a world that keeps its history: its last write, and the state apart from the tables. */
export interface Checkpoint extends NonTableState {
  readonly change: StateChange
}

/** Makes a checkpoint of the state; returns `last` if nothing has changed. */
export function makeCheckpoint(state: WorldState, last?: Checkpoint): Checkpoint {
  const { history: change, now, seq, drawn, varied, nextDue, triggers, settings } = state
  return last !== undefined && last.change === change && isSameNonTableState(last, state)
    ? last
    : { change: change!, now, seq, drawn, varied, nextDue, triggers, settings }
}

/** True if two states are equal apart from their tables. */
export function isSameNonTableState(a: NonTableState, b: NonTableState): boolean {
  return (
    a.now === b.now &&
    a.drawn === b.drawn &&
    a.varied === b.varied &&
    a.seq === b.seq &&
    a.nextDue === b.nextDue &&
    a.triggers === b.triggers &&
    a.settings === b.settings
  )
}

/**
 * Writes that lead from one state to a later one, oldest first, across branches; from the beginning if `from` is
 * undefined.
 */
export function changesBetween(from: StateChange | undefined, to: StateChange): StateChange[] {
  const changes: StateChange[] = []
  for (
    let change: StateChange | undefined = to;
    change !== undefined && change !== from;
    change = change.previous ?? findOrigin(change)
  ) {
    // The start of a branch, and the oldest known state, are not writes.
    if (change.previous !== undefined) changes.push(change)
  }
  return changes.reverse()
}

/** End of the branch that this one started from, if this is its start. */
function findOrigin({ table, branch }: StateChange): StateChange | undefined {
  return table < 0 ? branch.origin : undefined
}

/** A new world in the state of a checkpoint of `present`; undefined if it is no longer known. */
export function worldAt(present: World, checkpoint: Checkpoint): World | undefined {
  const { change: target, ...state } = checkpoint
  const { branch, number } = target
  const end = branch.end ?? (present.state.history?.branch === branch ? present.snapshot() : undefined)
  if (end === undefined || number < branch.first) return undefined
  const world = present.fork(end.seed)
  world.restore(end)
  for (let change = end.history; change !== undefined && change !== target; change = change.previous)
    undo(world, change)
  Object.assign(world.state, state)
  return world
}

function undo(world: World, { table, before, after }: StateChange): void {
  const writable = world.writable(table).tables[table]!
  if (before === undefined) writable.remove(after!)
  else if (after === undefined) writable.add(before)
  else writable.replace(after, before)
}
