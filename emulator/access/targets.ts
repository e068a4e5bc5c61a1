import { ApiError } from '../contract/api-error.ts'
import type { Context } from '../kernel/context.ts'
import type { Blob } from '../world/tables/blobs.ts'
import { isUuid } from '../world/collection.ts'
import type { Target } from '../world/tables/fields.ts'
import type { Org } from '../world/tables/orgs.ts'
import type { User } from '../world/tables/users.ts'
import { callerRole, type TargetRecord } from './roles.ts'
import { requireInScope } from './rules.ts'

/** Finds what a path names by UUID or alias, whoever asks. */
export function findTarget(ctx: Context, kind: Target, reference: string): TargetRecord {
  if (isUuid(reference)) ctx.obey('identifiers.path.accepts-uuid', 'identifiers.uuid.canonical-lowercase')
  else ctx.obey('identifiers.path.accepts-alias', 'identifiers.uuid.other-strings-are-aliases', 'identifiers.alias.not-checked-on-reads')
  const record = collection(ctx, kind).find(reference)
  if (record !== undefined) return { kind, record } as TargetRecord
  throw new ApiError(`${kind}_not_found`, `There is no ${kind === 'org' ? 'organization' : kind} '${reference}'.`)
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
  if (kind === 'user' || callerRole(ctx.world, ctx.caller, target) !== null) return
  ctx.obey('A-9')
  throw new ApiError(`${kind}_not_found`, `There is no ${kind === 'org' ? 'organization' : kind} '${reference}' that this caller can see.`)
}

/** The target that a stored record names. */
export function targetOf(ctx: Context, kind: Target, id: string): TargetRecord {
  return { kind, record: collection(ctx, kind).get(id)! } as TargetRecord
}

export function findOrg(ctx: Context, reference: string): Org {
  return findVisible(ctx, 'org', reference).record as Org
}

/** A blob named below its org; the org must be the blob's own. */
export function findBlob(ctx: Context, orgReference: string, blobReference: string): Blob {
  const org = findTarget(ctx, 'org', orgReference).record
  const target = findVisible(ctx, 'blob', blobReference)
  const blob = target.record as Blob
  if (blob.org_id === org.id) return blob
  throw new ApiError('blob_not_found', `There is no blob '${blobReference}' in organization '${orgReference}'.`)
}

export function findUser(ctx: Context, reference: string): User {
  return findTarget(ctx, 'user', reference).record as User
}

function collection(ctx: Context, kind: Target) {
  return kind === 'org' ? ctx.world.orgs : kind === 'blob' ? ctx.world.blobs : ctx.world.users
}
