import { requireRole } from '../access/rules.ts'
import { findOrg } from '../access/targets.ts'
import { endpoint } from '../kernel/unit/definition.ts'

export const deleteOrg = endpoint({
  method: 'DELETE',
  path: '/orgs/:org_id',
  name: 'delete_org',
  summary: 'Delete an organization and everything in it.',
  clauses: ['orgs.delete.answers-status-only', 'orgs.delete.by-uuid-or-alias', 'orgs.delete.deletes-everything-in-it'],
  assumptions: ['A-16', 'A-51', 'A-53'],
  sample: { params: { org_id: 'ada-lab' } },
  errors: ['forbidden', 'org_not_found'],
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'org', record: subject }, 'admin'),
  handle({ subject: { id } }, { world }) {
    world.orgs.delete(id)
  },
})
