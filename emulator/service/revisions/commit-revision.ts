import { markOwnKey } from '../access/rules.ts'
import { requireReady } from '../blobs/blobs.ts'
import { ApiError } from '../../contract/api-error.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { operationView, startOperation } from '../operations/operations.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import { findRevision, requireRevisionRole, requireSettled } from './revisions.ts'

export const commitRevision = endpoint({
  method: 'POST',
  path: '/revisions/:revision_id/commit',
  name: 'commit_revision',
  summary:
    'Commit a draft. It is `pending` until its operation ends, then `commit` and `ready`, or `draft` and `failed`.',
  clauses: [],
  assumptions: ['A-23', 'A-348', 'A-379'],
  assumed: true,
  returns: { operation: operationView },
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e4' } },
  errors: [
    'forbidden',
    'revision_not_found',
    'blob_not_ready',
    'revision_not_draft',
    'revision_not_ready',
    'operation_in_progress',
  ],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireRevisionRole(ctx, subject, 'write'),
  handle({ subject: { revision, blob } }, ctx) {
    requireReady(ctx, blob)
    requireSettled(ctx, revision)
    requireReadyDraft(revision)
    markOwnKey(ctx, 'perimeter.push-admitted')
    ctx.world.revisions.update(revision.id, { status: 'pending' })
    return { operation: startOperation(ctx, { kind: 'commit_revision', blob, revision }) }
  },
})

/** Requires a draft that is ready: a failed one must be reset first, and a committed one cannot be committed again. */
function requireReadyDraft({ id, phase, status }: Revision): void {
  if (phase === 'commit')
    throw new ApiError('revision_not_draft', `Revision '${id}' is committed already.`, { cites: ['A-101'] })
  if (status === 'failed')
    throw new ApiError('revision_not_ready', `Revision '${id}' is failed. Reset it, then commit it.`, {
      cites: ['A-101'],
    })
}
