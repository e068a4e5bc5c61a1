import { requireRole } from '../access/rules.ts'
import { findOrg } from '../access/targets.ts'
import { isUuid } from '../../contract/uuid.ts'
import type { World } from '../../engine/world/world.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'

export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/orgs/:org_id',
  name: 'delete_org',
  summary: 'Delete an organization and everything in it.',
  clauses: ['orgs.delete.answers-status-only'],
  assumptions: ['A-379'],
  sample: { params: { org_id: 'ada-lab' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'org', record: subject }, 'admin'),
  handle({ params, subject: { id } }, ctx) {
    ctx.cite(isUuid(params.org_id) ? 'orgs.delete.by-uuid' : 'orgs.delete.by-alias')
    if (containsAnything(ctx.world, id)) ctx.cite('orgs.delete.deletes-everything-in-it')
    if (ctx.world.api_keys.by('target', id).first() !== undefined) ctx.cite('A-11')
    ctx.world.orgs.delete(id)
  },
})

/** Checks that an organization contains anything; memberships and keys do not count. */
function containsAnything(world: World, id: string): boolean {
  return (['blobs', 'definitions', 'sessions', 'schedules', 'executions'] as const).some(
    (table) => world[table].by('org', id).first() !== undefined,
  )
}
