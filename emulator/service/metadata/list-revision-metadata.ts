import * as v from 'valibot'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import { findRevision, requireReadable } from '../revisions/revisions.ts'
import { listMetadata, metadataView } from './metadata.ts'

export const listRevisionMetadata = endpoint({
  method: 'GET',
  path: '/revisions/:revision_id/metadata/:alias',
  name: 'list_revision_metadata',
  summary: 'List the metadata of a revision under an alias, oldest first: one page of roughly 1 MB.',
  clauses: [],
  assumptions: ['A-22'],
  page: unpaginated('metadata', 'pagination.unpaginated.revision-metadata'),
  returns: { metadata: v.array(metadataView) },
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e1', alias: 'card' } },
  errors: ['forbidden', 'revision_not_found'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireReadable(ctx, subject),
  handle: ({ params, subject }, ctx) =>
    listMetadata(ctx, { target: 'revision', target_id: subject.revision.id, alias: params.alias }),
})
