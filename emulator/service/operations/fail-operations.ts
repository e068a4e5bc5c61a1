/** Change `fail_operation`: operations fail instead of finishing. */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { FailOperation } from '../../engine/matching/schema-common.ts'
import { arrange } from '../../engine/world/arrange.ts'
import type { Operation } from '../../engine/world/tables/operations.ts'
import type { World } from '../../engine/world/world.ts'
import { failExecution } from '../workflow/workflow.ts'
import { failOperation } from './finish-operation.ts'

type Which = FailOperation['fail_operation']

/**
 * Makes running operations fail; `true` means the one that the request started, or else all. Throws `EmulatorError`
 * where none is running.
 */
export function failOperations(world: World, which: Which, started: string | undefined): void {
  const { error, operation } = which === true ? { operation: started, error: undefined } : which
  const execution = operation === undefined ? undefined : arrange(world).executions.get(operation)
  if (execution !== undefined) {
    if (!failExecution(world, execution.id, error))
      throw new EmulatorError(`the execution '${operation}' is over: it cannot fail any more`)
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
  return own.length > 0
    ? own
    : fitting(
        all,
        'any blob or revision',
        all.map(({ target_id: id }) => String(id)),
      )
}

function runningOne(world: World, id: string): Operation {
  const operation = arrange(world).operations.get(id)
  if (operation === undefined) throw new EmulatorError(`there is no operation '${id}'`)
  if (operation.status !== 'running')
    throw new EmulatorError(`the operation '${id}' is not running: its status is ${operation.status}`)
  return operation
}

function fitting(all: readonly Operation[], name: string, ids: readonly string[]): Operation[] {
  const found = all.filter((operation) => ids.includes(String(operation.target_id)))
  if (found.length === 0) throw new EmulatorError(`no operation is running on ${name}`)
  return found
}

function targetIds(world: World, reference: string): string[] {
  const target = arrange(world).blobs.get(reference) ?? arrange(world).revisions.get(reference)
  if (target === undefined) throw new EmulatorError(`there is no blob or revision '${reference}'`)
  return [target.id]
}
