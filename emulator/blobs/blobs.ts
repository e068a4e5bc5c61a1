import type { Context } from '../kernel/unit/context.ts'
import { ApiError } from '../contract/api-error.ts'
import { blobRecord, type Blob } from '../world/tables/blobs.ts'

/** A blob is answered as it is stored. */
export const blobView = blobRecord

/** A blob that is being created or deleted refuses every write to it and below it. */
export function requireReady(ctx: Context, blob: Blob): void {
  if (blob.condition === 'ready') return
  ctx.cite('A-54')
  throw new ApiError('blob_not_ready', `Blob '${blob.alias}' is being ${blob.condition === 'creating' ? 'created' : 'deleted'}.`)
}
