import { isoTime } from '../../engine/world/clock.ts'
import type { Operation } from '../../engine/world/tables/operations.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import type { Task, World } from '../../engine/world/world.ts'

/** Effects of each kind of operation. The operation itself has its final status by then. */
interface OperationOutcome {
  succeed(world: World, operation: Operation, targetId: string): void
  fail(world: World, operation: Operation, targetId: string): void
}

const outcomes: Readonly<Record<Operation['kind'], OperationOutcome>> = {
  create_blob: {
    succeed: (world, _, blobId) => world.blobs.update(blobId, { condition: 'ready' }),
    // Blobs have no condition for a failed creation: the blob is removed, and its alias is free again.
    fail: removeTarget,
  },
  delete_blob: {
    succeed: removeTarget,
    fail: (world, _, blobId) => world.blobs.update(blobId, { condition: 'ready' }),
  },
  commit_revision: {
    succeed: (world, _, revisionId) =>
      world.revisions.update(revisionId, { phase: 'commit', status: 'ready', failed_operation: null }),
    fail: (world, _, revisionId) => failRevision(world, revisionId, 'commit'),
  },
  delete_revision: {
    succeed: removeTarget,
    fail: (world, _, revisionId) => failRevision(world, revisionId, 'delete'),
  },
}

const tableOf = {
  create_blob: 'blobs',
  delete_blob: 'blobs',
  commit_revision: 'revisions',
  delete_revision: 'revisions',
} as const

/** Task `operation.finish`: completes an operation at its due time. */
export const finishOperation: Task = (world, due) => {
  const operation = world.operations.get(due.subject_id)
  if (operation?.status === 'running') end(world, operation, 'succeeded', null)
}

/**
 * Makes a running operation fail now. Returns false, and changes nothing, where there is no such operation or it has
 * ended. A revision becomes `failed` with its cause, a blob in deletion `ready` again, and a blob in creation is
 * removed.
 */
export function failOperation(world: World, operationId: string, error = 'internal_error'): boolean {
  const operation = world.operations.get(operationId)
  if (operation?.status !== 'running') return false
  end(world, operation, 'failed', error)
  return true
}

function end(
  world: World,
  { id, kind, target_id: targetId }: Operation,
  status: 'succeeded' | 'failed',
  error: string | null,
): void {
  const ended = world.operations.update(id, { status, error, finished_at: isoTime(world.now) })
  // A fixture may contain an operation whose target has another kind: it ends without an effect.
  if (targetId === null || world[tableOf[kind]].get(targetId) === undefined) return
  if (status === 'succeeded') outcomes[kind].succeed(world, ended, targetId)
  else outcomes[kind].fail(world, ended, targetId)
}

/** Deletes the target of an operation. The operation stays for polling, and no longer names the target. */
function removeTarget(world: World, { id, kind }: Operation, targetId: string): void {
  const table = tableOf[kind]
  world.operations.update(id, table === 'blobs' ? { target_id: null, blob_id: null } : { target_id: null })
  world[table].delete(targetId)
}

function failRevision(world: World, revisionId: string, cause: NonNullable<Revision['failed_operation']>): void {
  world.revisions.update(revisionId, { status: 'failed', failed_operation: cause })
}
