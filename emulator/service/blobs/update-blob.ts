import * as v from 'valibot'
import { findBlob } from '../access/targets.ts'
import { requireHumanToShow, requireRole } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { alias, name, visibility } from '../../engine/world/tables/fields.ts'
import { blobView, requireReady } from './blobs.ts'

export const updateBlob = endpoint({
  method: 'PATCH',
  path: '/blobs/:org_id/:blob_id',
  name: 'update_blob',
  summary:
    'Change the alias, the name or the visibility of a blob. Changing the visibility needs a human behind the request.',
  clauses: [],
  assumptions: ['A-21', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.alias.blob-rename-uuid-shape-refused',
  body: { alias: v.optional(alias), name: v.optional(name), visibility: v.optional(visibility) },
  returns: { blob: blobView },
  sample: { params: { org_id: 'acme', blob_id: 'weights' }, body: { name: 'Weights of the model' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'blob_not_ready', 'alias_taken'],
  admit({ raw }, ctx) {
    requireHumanToShow(ctx, raw()['visibility'], 'perimeter.blob-visibility')
  },
  subject: ({ params }, ctx) => findBlob(ctx, params.org_id, params.blob_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'blob', record: subject }, 'write'),
  handle({ body, subject: blob }, ctx) {
    requireReady(ctx, blob)
    requireFreeAlias(ctx, 'blobs', body.alias, blob.id)
    const changes = Object.entries(body).filter(([, value]) => value !== undefined)
    if (changes.length === 0) return { blob }
    return { blob: ctx.world.blobs.update(blob.id, Object.fromEntries(changes)) }
  },
})
