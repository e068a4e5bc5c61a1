import { findBlob } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { blobView, viewBlob } from './blobs.ts'

export const getBlob = endpoint({
  method: 'GET',
  path: '/blobs/:org_id/:blob_id',
  name: 'get_blob',
  summary: 'Get a blob.',
  clauses: [],
  assumptions: ['A-21', 'A-348'],
  assumed: true,
  returns: { blob: blobView },
  sample: { params: { org_id: 'acme', blob_id: 'weights' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  handle: ({ subject }, ctx) => ({ blob: viewBlob(ctx, subject) }),
})
