import { atLeast } from '../access/roles.ts'
import { requireReady } from '../blobs/blobs.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Context } from '../kernel/unit/context.ts'
import { endpoint } from '../kernel/unit/definition.ts'
import type { Revision } from '../world/tables/revisions.ts'
import { findRevision, requireRevisionRole, roleOnBlob, type RevisionOfBlob } from './revisions.ts'

export const resetRevision = endpoint({
  method: 'POST',
  path: '/revisions/:revision_id/reset',
  name: 'reset_revision',
  summary: 'Make a failed revision ready again, in the phase it had.',
  clauses: [
    'revision.reset.any-phase', 'revision.reset.phase-untouched', 'revision.reset.clears-failed-operation',
    'revision.reset.answers-status-only',
  ],
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e3' } },
  errors: ['forbidden', 'revision_not_found', 'blob_not_ready', 'revision_not_failed'],
  subject: ({ params }, ctx) => findFailed(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireWrite(ctx, subject),
  handle({ subject: { revision, blob } }, ctx) {
    if (blob.condition === 'creating') ctx.cite('revision.reset.blob-creating-refused')
    if (blob.condition === 'deleting') ctx.cite('revision.reset.blob-deleting-refused')
    requireReady(ctx, blob)
    if (revision.status !== 'failed') {
      throw new ApiError('revision_not_failed', `Revision '${revision.id}' is ${revision.status}; only a failed one can be reset.`)
    }
    markStates(ctx, revision)
    ctx.world.revisions.update(revision.id, { status: 'ready', failed_operation: null })
  },
})

function findFailed(ctx: Context, id: string): RevisionOfBlob {
  const known = ctx.world.revisions.get(id) !== undefined
  // Ids are never given twice, so an unknown id is either one that never was or one whose blob is gone.
  if (!known) ctx.cite('revision.reset.unknown-id', 'revision.reset.blob-unreachable')
  return findRevision(ctx, id)
}

function requireWrite(ctx: Context, found: RevisionOfBlob): void {
  const role = roleOnBlob(ctx, found.blob)
  if (role === null) ctx.cite('revision.reset.blob-not-visible')
  else if (!atLeast(role, 'write')) ctx.cite('revision.reset.needs-write')
  requireRevisionRole(ctx, found, 'write')
}

/** The rows of the state table of the specification. */
function markStates(ctx: Context, { phase, failed_operation: cause }: Revision): void {
  if (phase === 'draft' && cause === 'commit') ctx.cite('revision.reset.failed-commit-becomes-draft-ready')
  if (phase === 'commit') ctx.cite('revision.reset.failed-delete-becomes-commit-ready')
}
