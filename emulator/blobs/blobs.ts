import type { Context } from '../kernel/context.ts'
import { ApiError } from '../contract/api-error.ts'
import { blobRecord, type Blob } from '../world/tables/blobs.ts'

/** A blob is answered as it is stored. */
export const blobView = blobRecord

/** A blob that is being created or deleted refuses every write to it and below it. */
export function requireReady(ctx: Context, blob: Blob): void {
  if (blob.condition === 'ready') return
  ctx.obey('A-54')
  throw new ApiError('blob_not_ready', `Blob '${blob.alias}' is being ${blob.condition === 'creating' ? 'created' : 'deleted'}.`)
}

/** Refuses an alias that another blob holds, in whichever organization. */
export function requireFreeAlias(ctx: Context, wanted: string, ownId?: string): void {
  const holder = ctx.world.blobs.with('alias', wanted)
  ctx.obey('identifiers.alias.globally-unique', 'A-55')
  if (holder === undefined || holder.id === ownId) return
  throw new ApiError('alias_taken', `Another blob already has the alias '${wanted}'.`)
}
