import { requireSeen } from '../access/commands.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Context } from '../kernel/unit/context.ts'
import { isUuid } from '../contract/uuid.ts'
import { definitionRecord, type Definition } from '../world/tables/definitions.ts'
import type { Org } from '../world/tables/orgs.ts'

/** A definition is answered as it is stored. */
export const definitionView = definitionRecord

/** A definition that the caller can see, by id or alias. */
export function findDefinition(ctx: Context, reference: string): Definition {
  markReference(ctx, reference)
  ctx.cite('identifiers.definition.id-or-alias')
  const definition = ctx.world.definitions.find(reference)
  if (definition === undefined) throw new ApiError('definition_not_found', `There is no definition '${reference}'.`)
  requireSeen(ctx, orgOf(ctx, definition), 'definition_not_found', `There is no definition '${reference}' that this caller can see.`)
  return definition
}

/** What every look-up by id or alias obeys. */
export function markReference(ctx: Context, reference: string): void {
  if (isUuid(reference)) ctx.cite('A-16', 'identifiers.uuid.canonical-lowercase')
  else ctx.cite('A-16', 'identifiers.uuid.other-strings-are-aliases', 'identifiers.alias.not-checked-on-reads')
}

/** The organization that a record of the engines belongs to. */
export function orgOf(ctx: Context, { org_id: orgId }: { readonly org_id: string }): Org {
  return ctx.world.orgs.get(orgId)!
}

/** Refuses an alias that another record of the table holds. */
export function requireFreeAlias(ctx: Context, table: 'definitions' | 'sessions' | 'schedules', alias: string | undefined, ownId?: string): void {
  if (alias === undefined) return
  ctx.cite('identifiers.alias.globally-unique')
  const holder = ctx.world[table].with('alias', alias)
  if (holder === undefined || holder.id === ownId) return
  throw new ApiError('alias_taken', `Another ${ctx.world[table].definition.noun} already has the alias '${alias}'.`)
}

/** A definition that must belong to an organization. */
export function findDefinitionIn(ctx: Context, org: Org, reference: string): Definition {
  const definition = findDefinition(ctx, reference)
  if (definition.org_id === org.id) return definition
  throw new ApiError('invalid_request_body', `'definition_id': definition '${reference}' belongs to another organization than '${org.alias}'.`)
}

/** The fields that an update sets; undefined when it sets none. */
export function changesOf<F extends object>(fields: F): { [K in keyof F]?: Exclude<F[K], undefined> } | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given) as { [K in keyof F]?: Exclude<F[K], undefined> }
}
