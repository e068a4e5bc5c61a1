import type { StatementId } from '../../engine/coverage/statements.ts'
import { requireSeen } from '../access/commands.ts'
import { missedForItsShape } from '../access/targets.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { isUuid } from '../../contract/uuid.ts'
import { definitionRecord, type Definition } from '../../engine/world/tables/definitions.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Definition in answers: as it is stored. */
export const definitionView = recordView('Definition', definitionRecord.entries, ['id', 'alias'], ['A-26'])

/** Finds a definition that the caller can see, by id or alias. */
export function findDefinition(ctx: Context, reference: string): Definition {
  const definition = ctx.world.definitions.find(reference)
  const unknown = (...cites: StatementId[]) => notFound(ctx, 'definitions', reference, ...cites)
  if (definition === undefined) throw unknown()
  requireSeen(ctx, getOwningOrg(ctx, definition), unknown)
  markFound(ctx, 'definition', reference, definition.alias)
  return definition
}

/** Marks the clauses that a successful look-up by id or alias shows. */
export function markFound(
  ctx: Context,
  noun: 'definition' | 'session' | 'schedule',
  reference: string,
  alias: string | null,
): void {
  if (isUuid(reference)) ctx.cite('identifiers.uuid.canonical-lowercase', `identifiers.${noun}.by-id`)
  else ctx.cite('identifiers.uuid.other-strings-are-aliases', `identifiers.${noun}.by-alias`)
  if (alias !== null && isUuid(alias)) ctx.cite('identifiers.alias.not-checked-on-reads')
}

/** Makes the 404 of a look-up by id or alias. */
export function notFound(
  { world }: Context,
  table: 'definitions' | 'sessions' | 'schedules',
  reference: string,
  ...cites: StatementId[]
): ApiError {
  const noun = table.slice(0, -1) as 'definition' | 'session' | 'schedule'
  return new ApiError(`${noun}_not_found`, `There is no ${noun} '${reference}', or this caller cannot see it.`, {
    cites: [...cites, ...missedForItsShape(world[table], reference)],
  })
}

/** Gets the organization that a record of the engines belongs to. */
export function getOwningOrg(ctx: Context, { org_id: orgId }: { readonly org_id: string }): Org {
  return ctx.world.orgs.get(orgId)!
}

/** Requires that the definition which a request names belongs to an organization. */
export function requireOwnDefinition(definition: Definition, org: Org): void {
  if (definition.org_id === org.id) return
  throw new ApiError(
    'invalid_request_body',
    `'definition_id': definition '${definition.alias ?? definition.id}' belongs to another organization than '${org.alias}'.`,
    { cites: ['A-377'] },
  )
}

/** Fields that an update sets; undefined for none. */
export function pickChanges<F extends object>(fields: F): { [K in keyof F]?: Exclude<F[K], undefined> } | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : (Object.fromEntries(given) as { [K in keyof F]?: Exclude<F[K], undefined> })
}
