import type { StatementId } from '../../engine/coverage/statements.ts'
import { ApiError } from '../../contract/api-error.ts'
import { blobRecord, type Blob } from '../../engine/world/tables/blobs.ts'
import type { TargetRecord } from '../access/roles.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { rowsOfRunning } from '../operations/operations.ts'

/** Blob in answers: as it is stored (A-21). Its name in documents differs from the browsers' `Blob`. */
export const blobView = recordView('BlobRecord', blobRecord.entries, ['id', 'alias', 'visibility'], ['A-21'])

/** Blob in answers. While it is being created or deleted, it shows how long operations run. */
export function viewBlob(ctx: Context, blob: Blob): Blob {
  if (blob.condition !== 'ready') ctx.cite(...rowsOfRunning(ctx.world, blob.id))
  return blob
}

/** Refuses writes to a blob, and below it, while it is being created or deleted. */
export function requireReady({ world }: Context, blob: Blob, cites: readonly StatementId[] = ['A-54']): void {
  const { id, alias, condition } = blob
  if (condition === 'ready') return
  throw new ApiError(
    'blob_not_ready',
    `Blob '${alias}' is being ${condition === 'creating' ? 'created' : 'deleted'}.`,
    { cites: [...cites, ...rowsOfRunning(world, id)] },
  )
}

/** Refuses to add or remove members, keys and credentials of a blob while it is being created or deleted. */
export function requireReadyTarget(ctx: Context, target: TargetRecord): void {
  if (target.kind === 'blob') requireReady(ctx, target.record)
}
