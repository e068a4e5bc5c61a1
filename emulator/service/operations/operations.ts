import type * as v from 'valibot'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import { operationRecord, type Operation } from '../../engine/world/tables/operations.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import type { World } from '../../engine/world/world.ts'
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

/** Row that says how long a blob or a revision stays as it is, while an operation on it runs. */
export function rowsOfRunning({ operations }: World, targetId: string): readonly ['A-24'] | readonly [] {
  const isRunning = Array.from(operations.by('target', targetId)).some(({ status }) => status === 'running')
  return isRunning ? ['A-24'] : []
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
  ctx.cite('A-24')
  return viewOperation(operation)
}
