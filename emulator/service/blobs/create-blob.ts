import * as v from 'valibot'
import { findOrg } from '../access/targets.ts'
import { requireRole, usesOwnKey } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireRoom } from '../../engine/kernel/limits.ts'
import { operationView, startOperation } from '../operations/operations.ts'
import { alias, blobType, name, visibility, type BlobType } from '../../engine/world/tables/fields.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import { blobView } from './blobs.ts'

export const createBlob = endpoint({
  method: 'POST',
  path: '/blobs/:org_id',
  name: 'create_blob',
  summary: 'Create a blob in an organization. It is `creating` until its operation ends.',
  clauses: [],
  assumptions: ['A-21', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.alias.blob-uuid-shape-refused',
  body: { alias, type: blobType, name: v.optional(name), visibility: v.optional(visibility, 'private') },
  returns: { blob: blobView, operation: operationView },
  sample: { params: { org_id: 'acme' }, body: { alias: 'manual', type: 'text', name: 'Manual' } },
  errors: ['invalid_blob_type', 'forbidden', 'limit_exceeded', 'org_not_found', 'alias_taken'],
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'org', record: subject }, 'write'),
  handle({ body, subject: org }, ctx) {
    const { world } = ctx
    if (body.visibility === 'public' && usesOwnKey(ctx.caller)) ctx.citePassed('A-94')
    requireEnabledType(org, body.type)
    requireRoom(ctx, 'blobs_per_org', world.blobs.by('org', org.id).count())
    requireFreeAlias(ctx, 'blobs', body.alias)
    const blob = world.blobs.create({
      org_id: org.id,
      alias: body.alias,
      name: body.name,
      type: body.type,
      visibility: body.visibility,
      condition: 'creating',
    })
    return { blob, operation: startOperation(ctx, { kind: 'create_blob', blob }) }
  },
})

function requireEnabledType(org: Org, type: BlobType): void {
  const { enabled_blob_types: allowed } = org
  if (allowed.includes(type)) return
  throw new ApiError('invalid_blob_type', `Blob type '${type}' is not enabled for organization '${org.alias}'.`, {
    limit: { name: 'enabled_blob_types', allowed },
    cites: ['A-8'],
  })
}
