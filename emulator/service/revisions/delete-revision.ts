import { requireReady } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { operationView, startOperation } from '../operations/operations.ts'
import { findRevision, requireRevisionRole, requireSettled } from './revisions.ts'

export const deleteRevision = endpoint({
  method: 'DELETE',
  path: '/revisions/:revision_id',
  name: 'delete_revision',
  summary: 'Delete a revision. It is `pending` until its operation ends, then gone, or `failed` in the phase it had.',
  clauses: [],
  assumptions: ['A-23', 'A-348', 'A-379'],
  assumed: true,
  returns: { operation: operationView },
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e2' } },
  errors: ['forbidden', 'revision_not_found', 'blob_not_ready', 'operation_in_progress'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireRevisionRole(ctx, subject, 'admin'),
  handle({ subject: { revision, blob } }, ctx) {
    requireReady(ctx, blob)
    requireSettled(ctx, revision)
    ctx.world.revisions.update(revision.id, { status: 'pending', failed_operation: null })
    return { operation: startOperation(ctx, { kind: 'delete_revision', blob, revision }) }
  },
})
