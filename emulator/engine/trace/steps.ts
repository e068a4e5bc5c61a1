import { changesBetween, isSameNonTableState, worldAt, type Checkpoint } from '../world/history.ts'
import type { StateChange, Snapshot } from '../world/world-state.ts'
import type { World } from '../world/world.ts'
import type { Written } from './changes.ts'
import { diffTables } from './diff-tables.ts'

/** The world before and after an entry. */
export interface TracedStep {
  readonly number: number
  readonly before: Checkpoint
  readonly after: Checkpoint
  /** Number of the previous entry in the history of its world; 0 for none. */
  readonly previous: number
  /** Number of the request at which triggers made it. */
  readonly of?: number
  /** State before a reset, or before a jump to another state. */
  readonly left?: Snapshot | undefined
}

/** Changes from one state to a later one. */
export interface HistoryStep {
  /** Number of the entry; null for changes that no entry made. */
  readonly entry: number | null
  /** Undefined for changes before the known history. */
  readonly before: Checkpoint | undefined
  readonly after: Checkpoint
  readonly changes: readonly StateChange[]
  /** Number of the request at which triggers made it. */
  readonly of?: number | undefined
  /** Net difference to the state before the jump. */
  readonly jump?: (() => readonly Written[]) | undefined
}

/** Compares the states around a jump; undefined for any other step. */
export function findJump(world: World, { left, after }: TracedStep): (() => Written[]) | undefined {
  if (left === undefined) return undefined
  return () => {
    const past = world.fork()
    past.restore(left)
    return diffTables(past, worldAt(world, after)!)
  }
}

/** Steps in order, with the changes between them, up to an end. */
export function listHistory(world: World, steps: readonly TracedStep[], end: Checkpoint): HistoryStep[] {
  const path: HistoryStep[] = []
  const add = (
    entry: number | null,
    before: Checkpoint | undefined,
    after: Checkpoint,
    about?: Pick<HistoryStep, 'of' | 'jump'>,
  ) => {
    const changes = changesBetween(before?.change, after.change)
    if (entry !== null || changes.length > 0 || (before !== undefined && !isSameNonTableState(before, after)))
      path.push({ entry, before, after, changes, ...about })
  }
  let last: Checkpoint | undefined
  for (const step of steps) {
    add(null, last, step.before)
    add(step.number, step.before, step.after, { of: step.of, jump: findJump(world, step) })
    last = step.after
  }
  add(null, last, end)
  return path
}
