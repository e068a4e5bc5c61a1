import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { findRevision, requireReadable, revisionView, viewRevision } from './revisions.ts'

export const getRevision = endpoint({
  method: 'GET',
  path: '/revisions/:revision_id',
  name: 'get_revision',
  summary: 'Get a revision.',
  clauses: [],
  assumptions: ['A-23', 'A-348', 'A-103'],
  assumed: true,
  returns: { revision: revisionView },
  sample: { params: { revision_id: '00000000-0000-4000-8000-0000000000e1' } },
  errors: ['forbidden', 'revision_not_found'],
  subject: ({ params }, ctx) => findRevision(ctx, params.revision_id),
  access: ({ subject }, ctx) => requireReadable(ctx, subject),
  handle: ({ subject }, ctx) => ({ revision: viewRevision(ctx, subject.revision) }),
})
