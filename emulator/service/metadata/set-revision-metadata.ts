import { requireReady } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { findRevision, requireRevisionRole } from '../revisions/revisions.ts'
import { setMetadata } from './metadata.ts'

export const setRevisionMetadata = endpoint({
  method: 'PUT',
  path: '/revisions/:revision_id/metadata/:alias',
  name: 'set_revision_metadata',
  summary:
    'Set metadata of a revision under an alias: each field of the body is a key with its value. Other keys stay as they are.',
  clauses: [],
  assumptions: ['A-22', 'A-379'],
  assumed: true,
  openBody: true,
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e4', alias: 'tags' }, body: { accuracy: 0.93 } },
  errors: ['forbidden', 'revision_not_found', 'blob_not_ready'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireRevisionRole(ctx, subject, 'write'),
  handle({ params, body, subject: { revision, blob } }, ctx) {
    requireReady(ctx, blob)
    if (revision.phase === 'commit' || revision.status !== 'ready') ctx.cite('A-412')
    setMetadata(ctx, { target: 'revision', target_id: revision.id, alias: params.alias }, body)
  },
})
