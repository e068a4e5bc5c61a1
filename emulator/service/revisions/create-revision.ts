import * as v from 'valibot'
import { findBlob } from '../access/targets.ts'
import { markOwnKey, requireRole } from '../access/rules.ts'
import { requireReady } from '../blobs/blobs.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { text } from '../../engine/world/tables/fields.ts'
import { revisionView, viewRevision } from './revisions.ts'

export const createRevision = endpoint({
  method: 'POST',
  path: '/blobs/:org_id/:blob_id/revisions',
  name: 'create_revision',
  summary: 'Create a revision of a blob: a draft, ready.',
  clauses: [],
  assumptions: ['A-23', 'A-348', 'A-379', 'A-103'],
  assumed: true,
  body: { note: v.optional(text) },
  returns: { revision: revisionView },
  sample: { params: { org_id: 'acme', blob_id: 'weights' }, body: { note: 'retrained' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'blob_not_ready'],
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'blob', record: subject }, 'write'),
  handle({ body, subject: blob }, ctx) {
    requireReady(ctx, blob)
    markOwnKey(ctx, 'perimeter.push-admitted')
    const { world } = ctx
    const revision = world.revisions.create({ blob_id: blob.id, note: body.note })
    return { revision: viewRevision(ctx, revision) }
  },
})
