import * as v from 'valibot'
import { callerRole } from '../access/roles.ts'
import { findOrg } from '../access/targets.ts'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import { visibility } from '../../engine/world/tables/fields.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import { blobView, viewBlob } from './blobs.ts'

export const listOrgBlobs = endpoint({
  method: 'GET',
  path: '/orgs/:org_id/blobs',
  name: 'list_org_blobs',
  summary:
    'List the blobs of an organization that the caller can see, oldest first: one page of roughly 1 MB, filtered after it was read.',
  clauses: [],
  assumptions: ['A-21', 'A-348'],
  page: unpaginated('blobs', 'pagination.unpaginated.org-blobs'),
  query: { visibility: assumed(v.optional(visibility), 'A-21') },
  returns: { blobs: v.array(blobView) },
  sample: { params: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  handle({ query, subject: org }, ctx) {
    const wanted = query.visibility
    const visible = visibleBlobs(ctx, org)
    return {
      rows: ctx.world.blobs.by('org', org.id),
      keep: (blob: Blob) => (wanted === undefined || blob.visibility === wanted) && visible(blob),
      view: (blob: Blob) => viewBlob(ctx, blob),
      shows: ['orgs.blobs.answers-blobs-of-org'],
      hides: ['orgs.blobs.filters-by-visibility'],
      filterClause: 'pagination.unpaginated.blobs-filter-after-cut',
    }
  },
})

/** Filters the blobs of an organization that a caller can see who can see the organization: a member sees all. */
function visibleBlobs({ world, caller }: Context, org: Org): (blob: Blob) => boolean {
  const isMember = world.members.by('holder', caller.user.id, 'org', org.id).first() !== undefined
  if (isMember) return () => true
  return (blob) => blob.visibility === 'public' || callerRole(world, caller, { kind: 'blob', record: blob }) !== null
}
