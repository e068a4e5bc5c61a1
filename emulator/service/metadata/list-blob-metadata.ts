import * as v from 'valibot'
import { findBlob } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import { listMetadata, metadataView } from './metadata.ts'

export const listBlobMetadata = endpoint({
  method: 'GET',
  path: '/blobs/:org_id/:blob_id/metadata/:alias',
  name: 'list_blob_metadata',
  summary: 'List the metadata of a blob under an alias, oldest first: one page of roughly 1 MB.',
  clauses: [],
  assumptions: ['A-22'],
  page: unpaginated('metadata', 'pagination.unpaginated.blob-metadata'),
  returns: { metadata: v.array(metadataView) },
  sample: { params: { org_id: 'acme', blob_id: 'weights', alias: 'card' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  handle: ({ params, subject }, ctx) =>
    listMetadata(ctx, { target: 'blob', target_id: subject.id, alias: params.alias }),
})
