import { findBlob } from '../access/targets.ts'
import { requireRole } from '../access/rules.ts'
import { requireReady } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { setMetadata } from './metadata.ts'

export const setBlobMetadata = endpoint({
  method: 'PUT',
  path: '/blobs/:org_id/:blob_id/metadata/:alias',
  name: 'set_blob_metadata',
  summary:
    'Set metadata of a blob under an alias: each field of the body is a key with its value. Other keys stay as they are.',
  clauses: [],
  assumptions: ['A-22', 'A-379'],
  assumed: true,
  openBody: true,
  sample: { params: { org_id: 'acme', blob_id: 'weights', alias: 'tags' }, body: { stage: 'production' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'blob_not_ready'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'blob', record: subject }, 'write'),
  handle({ params, body, subject: blob }, ctx) {
    requireReady(ctx, blob)
    setMetadata(ctx, { target: 'blob', target_id: blob.id, alias: params.alias }, body)
  },
})
