import { rowsOfRunning } from '../operations/operations.ts'
import { requireReady } from '../blobs/blobs.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import { findRevision, requireRevisionRole, type RevisionClauses } from './revisions.ts'

export const resetRevision = endpoint({
  method: 'POST',
  path: '/revisions/:revision_id/reset',
  name: 'reset_revision',
  summary: 'Make a failed revision ready again, in the phase it had.',
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e3' } },
  errors: ['forbidden', 'revision_not_found', 'blob_not_ready', 'revision_not_failed'],
  clauses: ['revision.reset.any-phase', 'revision.reset.phase-untouched', 'revision.reset.answers-status-only'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id, refusals),
  access: ({ subject }, ctx) => requireRevisionRole(ctx, subject, 'write', refusals),
  handle({ subject: { revision, blob } }, ctx) {
    if (blob.condition !== 'ready')
      requireReady(ctx, blob, [notReady[blob.condition], ...(revision.status === 'failed' ? [] : (['A-54'] as const))])
    if (revision.status !== 'failed') {
      throw new ApiError(
        'revision_not_failed',
        `Revision '${revision.id}' is ${revision.status}; only a failed one can be reset.`,
        { cites: rowsOfRunning(ctx.world, revision.id) },
      )
    }
    markStates(ctx, revision)
    ctx.world.revisions.update(revision.id, { status: 'ready', failed_operation: null })
  },
})

const refusals: RevisionClauses = {
  unknown: ['revision.reset.unknown-id'],
  unreachable: ['revision.reset.blob-unreachable'],
  notVisible: ['revision.reset.blob-not-visible'],
  noRole: ['revision.reset.needs-write'],
}

const notReady = {
  creating: 'revision.reset.blob-creating-refused',
  deleting: 'revision.reset.blob-deleting-refused',
} as const

/** Rows of the state table of the specification. */
function markStates(ctx: Context, { phase, failed_operation: cause }: Revision): void {
  if (phase === 'draft' && cause === 'commit') ctx.cite('revision.reset.failed-commit-becomes-draft-ready')
  if (phase === 'commit' && cause === 'delete') ctx.cite('revision.reset.failed-delete-becomes-commit-ready')
  if (cause !== null) ctx.cite('revision.reset.clears-failed-operation')
}
