import type * as v from 'valibot'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import { operationRecord, type Operation } from '../../engine/world/tables/operations.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import type { World } from '../../engine/world/world.ts'
import { readTime } from '../../engine/world/time.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Target of a long-running change: a blob, or a revision of it. */
type OperationTarget =
  | { readonly kind: 'create_blob' | 'delete_blob'; readonly blob: Blob }
  | { readonly kind: 'commit_revision' | 'delete_revision'; readonly blob: Blob; readonly revision: Revision }

const { org_id: _org, blob_id: _blob, user_id: _user, ...shown } = operationRecord.entries

/** Operation in answers. */
export const operationView = recordView('Operation', shown, [], ['A-24'])

type OperationView = v.InferOutput<typeof operationView>

export function viewOperation({
  org_id: _org,
  blob_id: _blob,
  user_id: _user,
  ...operation
}: Operation): OperationView {
  return operation
}

/** Row that says how long operations run, for what waits for one: a blob or a revision while one on it runs. */
export function rowsOfRunning({ operations }: World, targetId: string): readonly 'A-420'[] {
  const isRunning = Array.from(operations.by('target', targetId)).some(({ status }) => status === 'running')
  return isRunning ? ['A-420'] : []
}

/** Row that says how long operations run, for one that runs, or ran as long as one does. */
export function rowsOfTime(
  { settings }: World,
  { status, created_at: from, finished_at: to }: Operation,
): readonly 'A-420'[] {
  const hasRun = to !== null && readTime(to, 'finished_at') - readTime(from, 'created_at') === settings.operation_ms
  return status === 'running' || hasRun ? ['A-420'] : []
}

/** Starts a long-running change, which ends after `settings.operation_ms` of world time. */
export function startOperation(ctx: Context, about: OperationTarget): OperationView {
  const { world, caller } = ctx
  const { kind, blob } = about
  const isRevision = 'revision' in about
  const operation = world.operations.create({
    kind,
    target: isRevision ? 'revision' : 'blob',
    target_id: isRevision ? about.revision.id : blob.id,
    user_id: caller.user.id,
  })
  ctx.cite('A-24', 'A-420')
  return viewOperation(operation)
}
