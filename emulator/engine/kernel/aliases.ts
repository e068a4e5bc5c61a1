import { ApiError } from '../../contract/api-error.ts'
import { aliasHolder } from '../world/aliases.ts'
import type { Context } from './unit/context.ts'

/** True for `.` and `..`: every client resolves them, so that no URL can name them. */
function isDotSegment(name: string): boolean {
  return name === '.' || name === '..'
}

/** Refuses a new alias that stands for the caller, or that no URL could address later. */
export function requireAdmitted(ctx: Context, alias: string): void {
  requireNameable(ctx, alias, 'alias')
  if (alias !== 'me' || ctx.follows('me-is-an-alias')) return
  throw new ApiError('invalid_request_body', "'me' is nobody's alias: it stands for the caller.", { cites: ['A-64'] })
}

/** Refuses a name that no URL could address later. */
export function requireNameable(ctx: Context, name: string, what: string): void {
  if (!isDotSegment(name) || ctx.follows('dots-are-aliases')) return
  throw new ApiError('invalid_request_body', `'${name}' is no ${what}: no URL can name it.`, { cites: ['A-87'] })
}

type Aliased = 'users' | 'orgs' | 'blobs' | 'sessions' | 'definitions' | 'schedules'

/** Refuses an alias that another record has in the alias space of `table`. */
export function requireFreeAlias(ctx: Context, table: Aliased, wanted: string | undefined, ownId?: string): void {
  const holder = wanted === undefined ? undefined : aliasHolder(ctx.world, table, wanted)
  if (holder === undefined || holder.id === ownId) return
  const { noun } = holder
  const isRetired = noun === 'user' && ctx.world.users.get(holder.id)?.status === 'retired'
  throw new ApiError('alias_taken', `The alias '${wanted}' is taken by an existing ${noun}.`, {
    cites: ['identifiers.alias.globally-unique', 'A-64', ...(isRetired ? (['A-354'] as const) : [])],
  })
}
