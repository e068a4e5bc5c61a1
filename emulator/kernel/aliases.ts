import { ApiError } from '../contract/api-error.ts'
import type { Context } from './unit/context.ts'

type Spaced = 'users' | 'orgs' | 'blobs'
type OwnSpace = 'sessions' | 'definitions' | 'schedules'

/** Users, organizations and blobs share one space of aliases. */
const shared: readonly Spaced[] = ['users', 'orgs', 'blobs']

/** Refuses an alias that another user, organization or blob holds. */
export function requireFreeAlias(ctx: Context, wanted: string, ownId?: string): void {
  for (const table of shared) refuseHeld(ctx, table, wanted, ownId)
}

/** Refuses an alias that another record of a table with a space of its own holds. */
export function requireFreeAliasIn(ctx: Context, table: OwnSpace, wanted: string | undefined, ownId?: string): void {
  if (wanted !== undefined) refuseHeld(ctx, table, wanted, ownId)
}

function refuseHeld({ world }: Context, table: Spaced | OwnSpace, wanted: string, ownId: string | undefined): void {
  const holder = world[table].with('alias', wanted)
  if (holder === undefined || holder.id === ownId) return
  const noun = world[table].definition.noun
  throw new ApiError('alias_taken', `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun} already has the alias '${wanted}'.`, { cites: ['identifiers.alias.globally-unique', 'A-64'] })
}
