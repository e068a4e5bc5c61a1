import { ApiError } from '../contract/api-error.ts'
import type { Context } from '../kernel/unit/context.ts'
import type { Blob } from '../world/tables/blobs.ts'
import { isUuid } from '../contract/uuid.ts'
import type { Target } from '../world/tables/fields.ts'
import type { Org } from '../world/tables/orgs.ts'
import type { User } from '../world/tables/users.ts'
import { hasRole, inScope, type TargetRecord } from './roles.ts'
import { requireInScope } from './rules.ts'

/** Finds what a path names by UUID or alias, whoever asks. */
export function findTarget(ctx: Context, kind: Target, reference: string): TargetRecord {
  markReference(ctx, reference)
  const record = collection(ctx, kind).find(reference)
  if (record !== undefined) return { kind, record } as TargetRecord
  throw notFound(kind, reference)
}

function markReference(ctx: Context, reference: string): void {
  if (isUuid(reference)) ctx.cite('identifiers.path.accepts-uuid', 'identifiers.uuid.canonical-lowercase')
  else ctx.cite('identifiers.path.accepts-alias', 'identifiers.uuid.other-strings-are-aliases', 'identifiers.alias.not-checked-on-reads')
}

/** One text for what does not exist and what is hidden, or the text would tell them apart. */
function notFound(kind: Target, reference: string): ApiError {
  const hidden = kind === 'user' ? '' : ', or this caller cannot see it'
  return new ApiError(`${kind}_not_found`, `There is no ${kind === 'org' ? 'organization' : kind} '${reference}'${hidden}.`)
}

/**
 * Finds a target that the caller can see. A private one that it cannot see looks as if it did not exist (404);
 * one outside the scope of its key is refused (403).
 */
export function findVisible(ctx: Context, kind: Target, reference: string): TargetRecord {
  const target = findTarget(ctx, kind, reference)
  requireVisible(ctx, target, reference)
  return target
}

/** For what needs a human before anything else: the same, once that is known. */
export function requireVisible(ctx: Context, target: TargetRecord, reference: string): void {
  requireInScope(ctx, target)
  const { kind } = target
  if (kind === 'user' || hasRole(ctx.world, ctx.caller, target, 'read')) return
  ctx.cite('A-9')
  throw notFound(kind, reference)
}

/** The target that a stored record names. */
export function targetOf(ctx: Context, kind: Target, id: string): TargetRecord {
  return { kind, record: collection(ctx, kind).get(id)! } as TargetRecord
}

export function findOrg(ctx: Context, reference: string): Org {
  return findVisible(ctx, 'org', reference).record as Org
}

/**
 * A blob named below its org, which must be the blob's own. Where the org is hidden from the caller, it looks absent
 * whatever the path names below it.
 */
export function findBlob(ctx: Context, orgReference: string, blobReference: string): Blob {
  const org = findTarget(ctx, 'org', orgReference)
  markReference(ctx, blobReference)
  const record = ctx.world.blobs.find(blobReference)
  if (record?.org_id === org.record.id) {
    const target: TargetRecord = { kind: 'blob', record }
    requireInScope(ctx, target)
    if (hasRole(ctx.world, ctx.caller, target, 'read')) return record
  }
  if (inScope(ctx.caller, org)) requireVisible(ctx, org, orgReference)
  ctx.cite('A-9')
  throw notFound('blob', blobReference)
}

/** The same whoever asks: for what needs a human before anything else. */
export function findAnyBlob(ctx: Context, orgReference: string, blobReference: string): Blob {
  const org = findTarget(ctx, 'org', orgReference).record
  const blob = findTarget(ctx, 'blob', blobReference).record as Blob
  if (blob.org_id === org.id) return blob
  throw notFound('blob', blobReference)
}

export function findUser(ctx: Context, reference: string): User {
  return findTarget(ctx, 'user', reference).record as User
}

function collection(ctx: Context, kind: Target) {
  return kind === 'org' ? ctx.world.orgs : kind === 'blob' ? ctx.world.blobs : ctx.world.users
}
