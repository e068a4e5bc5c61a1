import * as v from 'valibot'
import { atLeast } from '../access/roles.ts'
import { findBlob } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { opaque } from '../../engine/kernel/pages.ts'
import type { Revision } from '../../engine/world/tables/revisions.ts'
import { rowsOfRunning } from '../operations/operations.ts'
import { revisionView, roleOnBlob, viewRevision } from './revisions.ts'

export const listRevisions = endpoint({
  method: 'GET',
  path: '/blobs/:org_id/:blob_id/revisions',
  name: 'list_revisions',
  summary: 'List the revisions of a blob, newest first. Drafts are shown only to callers who may write.',
  clauses: [],
  assumptions: ['A-23', 'A-348', 'A-103'],
  page: opaque('revisions', { place: 'query', order: 'newest', clause: 'revisions.list.answers-cursor' }),
  returns: { revisions: v.array(revisionView) },
  sample: { params: { org_id: 'acme', blob_id: 'weights' }, query: { limit: '2' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  handle({ subject: blob }, ctx) {
    const seesDrafts = atLeast(roleOnBlob(ctx, blob), 'write')
    return {
      rows: ctx.world.revisions.by('time', blob.id),
      keep(revision: Revision) {
        if (seesDrafts || revision.phase === 'commit') return true
        ctx.cite(...rowsOfRunning(ctx.world, revision.id))
        return false
      },
      view: (revision: Revision) => viewRevision(ctx, revision),
      binding: [blob.id],
      shows: ['revisions.list.answers-revisions-of-blob'],
      hides: ['A-351'],
    }
  },
})
