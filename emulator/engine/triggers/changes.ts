/** Changes of the world, made by triggers, by `change` steps of a replay, and by tests. */
import type { Change, FailOperation } from '../matching/schema-common.ts'
import { arrange } from '../world/arrange.ts'
import { parseDuration } from '../world/clock.ts'
import { loadRecords } from '../world/load.ts'
import type { DueObserver, World } from '../world/world.ts'
import type { Fields } from '../checking/is-object.ts'

/**
 * Makes one change atomically; throws `EmulatorError` if it cannot. `started` is the id of the operation or execution
 * for `fail_operation: true`. `advance` does the work that falls due as `within` allows.
 */
export type ApplyChange = (world: World, change: Change, started?: string, within?: Within) => void

interface Within {
  readonly onDue: DueObserver | undefined
  /** Maximum of pieces of work. */
  readonly most?: number
}

/** Makes operations of the engines fail. Passed in, because triggers know no resource. */
type FailOperations = (world: World, which: FailOperation['fail_operation'], started: string | undefined) => void

export function createApplyChange(fail: FailOperations): ApplyChange {
  return (world, change, started, within) => {
    if ('advance' in change) {
      world.advance(parseDuration(change.advance)!, within?.onDue, within?.most)
      return
    }
    const before = world.snapshot()
    try {
      if ('insert' in change) loadRecords(world, { records: listed(change.insert) })
      else if ('update' in change) update(world, change.update)
      else if ('delete' in change) remove(world, change.delete)
      else fail(world, change.fail_operation, started)
    } catch (error) {
      world.restore(before)
      throw error
    }
  }
}

function listed(tables: object): Record<string, Fields[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, given]) => [
      table,
      Array.isArray(given) ? (given as Fields[]) : [given as Fields],
    ]),
  )
}

function update(world: World, tables: object): void {
  const arranged = arrange(world)
  for (const [table, records] of Object.entries(tables)) {
    for (const [reference, fields] of Object.entries(records as Record<string, Fields>))
      arranged.table(table)!.update(reference, fields)
  }
}

function remove(world: World, tables: object): void {
  const arranged = arrange(world)
  for (const [table, given] of Object.entries(tables)) {
    for (const reference of Array.isArray(given) ? (given as string[]) : [given as string])
      arranged.table(table)!.delete(reference)
  }
}
