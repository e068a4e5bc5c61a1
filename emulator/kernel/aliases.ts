import { ApiError } from '../contract/api-error.ts'
import type { Context } from './unit/context.ts'

interface Aliased {
  readonly definition: { readonly noun: string }
  with(field: 'alias', value: string): { readonly id: string } | undefined
}

/** Refuses an alias that another record of the table holds. */
export function requireFreeAlias(ctx: Context, collection: Aliased, wanted: string, ownId?: string): void {
  ctx.cite('identifiers.alias.globally-unique')
  const holder = collection.with('alias', wanted)
  if (holder === undefined || holder.id === ownId) return
  throw new ApiError('alias_taken', `Another ${collection.definition.noun} already has the alias '${wanted}'.`)
}
