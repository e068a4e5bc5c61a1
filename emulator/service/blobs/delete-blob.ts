import { findBlob } from '../access/targets.ts'
import { requireRole } from '../access/rules.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { operationView, startOperation } from '../operations/operations.ts'
import { requireReady } from './blobs.ts'

export const deleteBlob = endpoint({
  method: 'DELETE',
  path: '/blobs/:org_id/:blob_id',
  name: 'delete_blob',
  summary: 'Delete a blob and everything below it. It is `deleting` until its operation ends.',
  clauses: [],
  assumptions: ['A-21', 'A-348', 'A-379'],
  assumed: true,
  returns: { operation: operationView },
  sample: { params: { org_id: 'acme', blob_id: 'weights' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'blob_not_ready'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'blob', record: subject }, 'admin'),
  handle({ subject: blob }, ctx) {
    requireReady(ctx, blob)
    ctx.world.blobs.update(blob.id, { condition: 'deleting' })
    return { operation: startOperation(ctx, { kind: 'delete_blob', blob }) }
  },
})
