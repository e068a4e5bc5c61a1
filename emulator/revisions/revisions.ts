import * as v from 'valibot'
import { callerRole } from '../access/roles.ts'
import { forbidden, requireRole } from '../access/rules.ts'
import { ApiError } from '../contract/api-error.ts'
import { assumed } from '../kernel/unit/assumed.ts'
import type { Context } from '../kernel/unit/context.ts'
import type { Blob } from '../world/tables/blobs.ts'
import type { Role } from '../world/tables/fields.ts'
import { revisionRecord, type Revision } from '../world/tables/revisions.ts'

/** A revision with the blob it belongs to. */
export interface RevisionOfBlob {
  readonly revision: Revision
  readonly blob: Blob
}

const { note: _note, number, created_at: createdAt, ...documented } = revisionRecord.entries

/** A revision as it is answered. */
export const revisionView = v.strictObject({ ...documented, number: assumed(number, 'A-23'), created_at: assumed(createdAt, 'A-23') })

export type RevisionView = v.InferOutput<typeof revisionView>

/** Clauses that every answer with a revision obeys. */
export const revisionObjectClauses = ['revision.status-values', 'revision.phase-values', 'service.revision-belongs-to-blob'] as const

export function viewRevision(ctx: Context, { id, blob_id, number, phase, status, failed_operation, created_at }: Revision): RevisionView {
  if (failed_operation !== null) ctx.cite('revision.failed-operation-three-values')
  return { id, blob_id, number, phase, status, failed_operation, created_at }
}

/**
 * Finds a revision and its blob. A revision whose blob is unreachable, which is to say gone, went with it:
 * to the caller the two look the same, 404 `revision_not_found`.
 */
export function findRevision(ctx: Context, id: string): RevisionOfBlob {
  const { world } = ctx
  const revision = world.revisions.get(id)
  const blob = revision && world.blobs.get(revision.blob_id)
  if (revision !== undefined && blob !== undefined) return { revision, blob }
  throw new ApiError('revision_not_found', `There is no revision '${id}', or its blob is gone.`)
}

/** The caller must see the blob of a revision (403, without naming the blob) and hold a role on it (403). */
export function requireRevisionRole(ctx: Context, { blob }: RevisionOfBlob, needed: Role): void {
  if (roleOnBlob(ctx, blob) === null) {
    ctx.cite('A-9', 'A-11')
    throw forbidden('The blob of this revision is not visible to this key or token.')
  }
  requireRole(ctx, { kind: 'blob', record: blob }, needed)
}

/** The caller's role on a blob; null where its key's scope or its user's memberships do not reach it. */
export function roleOnBlob(ctx: Context, blob: Blob): Role | null {
  return callerRole(ctx.world, ctx.caller, { kind: 'blob', record: blob })
}

/** Reading a revision needs read access to its blob; a draft is shown only to those who may write. */
export function requireReadable(ctx: Context, found: RevisionOfBlob): void {
  if (found.revision.phase === 'draft') ctx.cite('A-23')
  requireRevisionRole(ctx, found, found.revision.phase === 'draft' ? 'write' : 'read')
}

/** A revision with a running operation refuses to be committed, reset or deleted, and takes no other model. */
export function requireSettled(ctx: Context, { id, status }: Revision): void {
  if (status !== 'pending') return
  ctx.cite('A-54')
  throw new ApiError('operation_in_progress', `An operation on revision '${id}' is still running.`)
}

/** Pushing and pulling are open to a service account's own key as to a personal key of the same role. */
export function admitPushAndPull(ctx: Context): void {
  if (ctx.caller.human === null) ctx.cite('perimeter.push-and-pull-admitted')
}
