import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Collection } from '../../engine/world/collection.ts'
import type { TargetKind } from '../../engine/world/tables/fields.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import type { User } from '../../engine/world/tables/users.ts'
import { hiddenBy, isSeen, type TargetRecord } from './roles.ts'
import { requireInScope, rowsOfRead } from './rules.ts'

/** Finds a target by UUID or alias, whether or not the caller may see it. */
export function findTarget(ctx: Context, kind: TargetKind, reference: string): TargetRecord {
  const target = lookUpTarget(ctx, kind, reference)
  if (target === undefined) throw notFound(ctx, kind, reference)
  return target
}

/** Finds a target by UUID or alias; undefined if there is none, for units that refuse it like an invisible one. */
export function lookUpTarget(ctx: Context, kind: TargetKind, reference: string): TargetRecord | undefined {
  const record = collection(ctx, kind).find(reference)
  if (record === undefined) return undefined
  markFound(ctx, kind, reference, record)
  return { kind, record } as TargetRecord
}

function markFound(ctx: Context, kind: TargetKind, reference: string, { alias }: { readonly alias: string }): void {
  const sent = Object.values(ctx.path)
  const inPath = sent.includes(reference)
  // `me` is neither a UUID nor an alias, although an id took its place.
  if (!inPath && sent.includes('me') && reference === ctx.caller.user.id) return
  if (isUuid(reference))
    ctx.cite('identifiers.uuid.canonical-lowercase', ...(inPath ? (['identifiers.path.accepts-uuid'] as const) : []))
  else
    ctx.cite(
      'identifiers.uuid.other-strings-are-aliases',
      ...(inPath ? (['identifiers.path.accepts-alias'] as const) : []),
    )
  if (isUuid(alias)) ctx.cite('identifiers.alias.not-checked-on-reads')
}

/** Makes the 404 of a target: one text for missing and hidden ones, which must not be distinguishable. */
export function notFound(ctx: Context, kind: TargetKind, reference: string, ...cites: StatementId[]): ApiError {
  const hidden = kind === 'user' ? '' : ', or this caller cannot see it'
  return new ApiError(
    `${kind}_not_found`,
    `There is no ${kind === 'org' ? 'organization' : kind} '${reference}'${hidden}.`,
    {
      cites: [...cites, ...missedForItsShape(collection(ctx, kind), reference)],
    },
  )
}

/** Clause by which a reference finds nothing, if a record would be found by another reading of UUIDs and aliases. */
export function missedForItsShape(records: Pick<Collection, 'get' | 'with'>, reference: string): StatementId[] {
  if (isUuid(reference))
    return records.with('alias' as never, reference) === undefined ? [] : ['identifiers.uuid.canonical-lowercase']
  const lower = reference.toLowerCase()
  return isUuid(lower) && records.get(lower) !== undefined ? ['identifiers.uuid.other-strings-are-aliases'] : []
}

/**
 * Finds a target that the caller can see. One that is hidden from the user behind the credential looks as if it did not
 * exist (404); one that the user could see and the scope of the key does not reach is refused (403).
 */
export function findVisible(ctx: Context, kind: TargetKind, reference: string): TargetRecord {
  const target = findSeen(ctx, kind, reference)
  requireInScope(ctx, target)
  ctx.cite(...rowsOfRead(ctx, target))
  return target
}

/**
 * Finds a target that the user behind the credential can see, for units that look up more before access is checked
 * (A-9).
 */
export function findSeen(ctx: Context, kind: TargetKind, reference: string): TargetRecord {
  const target = findTarget(ctx, kind, reference)
  if (!isSeen(ctx.world, ctx.caller, target)) throw notFound(ctx, kind, reference, hiddenBy(ctx.caller, target))
  return target
}

/** Gets the target that a stored record names. */
export function getTarget(ctx: Context, kind: TargetKind, id: string): TargetRecord {
  return { kind, record: collection(ctx, kind).get(id)! } as TargetRecord
}

export function findOrg(ctx: Context, reference: string): Org {
  return findVisible(ctx, 'org', reference).record as Org
}

/**
 * Finds a blob below the organization that it belongs to. An organization that is hidden from the caller looks absent,
 * whatever blob the path names below it.
 */
export function findBlob(ctx: Context, orgReference: string, blobReference: string): Blob {
  const org = findTarget(ctx, 'org', orgReference)
  const record = ctx.world.blobs.find(blobReference)
  const target: TargetRecord | undefined = record?.org_id === org.record.id ? { kind: 'blob', record } : undefined
  if (target !== undefined && isSeen(ctx.world, ctx.caller, target)) {
    requireInScope(ctx, target)
    ctx.cite(...rowsOfRead(ctx, target))
    markFound(ctx, 'blob', blobReference, target.record)
    return target.record
  }
  if (!isSeen(ctx.world, ctx.caller, org)) throw notFound(ctx, 'org', orgReference, hiddenBy(ctx.caller, org))
  const hidden: StatementId[] = target === undefined ? [] : [hiddenBy(ctx.caller, target)]
  throw notFound(ctx, 'blob', blobReference, ...hidden, ...rowsOfRead(ctx, org).filter((id) => id === 'A-10'))
}

export function findUser(ctx: Context, reference: string): User {
  return findTarget(ctx, 'user', reference).record as User
}

function collection(ctx: Context, kind: TargetKind) {
  return kind === 'org' ? ctx.world.orgs : kind === 'blob' ? ctx.world.blobs : ctx.world.users
}
