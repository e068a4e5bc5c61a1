/** Changes of the world: by triggers, by the `change` steps of a replay, and by whoever arranges a test. */
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import { failOperation } from '../operations/finish-operation.ts'
import type { Change, FailOperation } from '../format/schema-common.ts'
import { arrange } from '../world/arrange.ts'
import { parseDuration } from '../world/clock.ts'
import { loadRecords } from '../world/load.ts'
import type { Operation } from '../world/tables/operations.ts'
import type { World } from '../world/world.ts'
import { failExecution } from '../workflow/workflow.ts'

type Fields = Record<string, unknown>

/**
 * Makes one change. Throws `EmulatorError`, and changes nothing, when it cannot be made whole.
 * `started` is the id of the operation or execution that `fail_operation: true` is about.
 */
export function applyChange(world: World, change: Change, started?: string): void {
  if ('advance' in change) {
    world.advance(parseDuration(change.advance)!)
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

function listed(tables: object): Record<string, Fields[]> {
  return Object.fromEntries(Object.entries(tables).map(([table, given]) => [table, Array.isArray(given) ? given as Fields[] : [given as Fields]]))
}

function update(world: World, tables: object): void {
  const arranged = arrange(world)
  for (const [table, records] of Object.entries(tables)) {
    for (const [reference, fields] of Object.entries(records as Record<string, Fields>)) arranged.table(table)!.update(reference, fields)
  }
}

function remove(world: World, tables: object): void {
  const arranged = arrange(world)
  for (const [table, given] of Object.entries(tables)) {
    for (const reference of Array.isArray(given) ? given as string[] : [given as string]) arranged.table(table)!.delete(reference)
  }
}

type Which = FailOperation['fail_operation']

function fail(world: World, which: Which, started: string | undefined): void {
  const { error, operation } = which === true ? { operation: started, error: undefined } : which
  if (operation !== undefined && world.executions.get(operation) !== undefined) {
    if (!failExecution(world, operation, error)) throw new EmulatorError(`the execution '${operation}' is over: it cannot fail any more`)
    return
  }
  for (const { id } of running(world, which, started)) failOperation(world, id, error)
}

function running(world: World, which: Which, started: string | undefined): Operation[] {
  const all = arrange(world).operations.list({ status: 'running' })
  const { operation, target } = which === true ? {} : which
  if (operation !== undefined) return [runningOne(world, operation)]
  if (target !== undefined) return fitting(all, target, targetIds(world, target))
  const own = which === true ? all.filter(({ id }) => id === started) : []
  return own.length > 0 ? own : fitting(all, 'any blob or revision', all.map(({ target_id: id }) => String(id)))
}

function runningOne(world: World, id: string): Operation {
  const operation = world.operations.get(id)
  if (operation === undefined) throw new EmulatorError(`there is no operation '${id}'`)
  if (operation.status !== 'running') throw new EmulatorError(`the operation '${id}' is not running: its status is ${operation.status}`)
  return operation
}

function fitting(all: readonly Operation[], name: string, ids: readonly string[]): Operation[] {
  const found = all.filter((operation) => ids.includes(String(operation.target_id)))
  if (found.length === 0) throw new EmulatorError(`no operation is running on ${name}`)
  return found
}

function targetIds(world: World, reference: string): string[] {
  const target = world.blobs.find(reference) ?? world.revisions.get(reference)
  if (target === undefined) throw new EmulatorError(`there is no blob or revision '${reference}'`)
  return [target.id]
}
