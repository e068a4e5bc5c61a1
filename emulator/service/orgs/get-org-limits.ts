import { requireRole, requireUnscoped } from '../access/rules.ts'
import { findOrg } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { limitUse, limitUseView } from '../../engine/kernel/limits.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

const limitsView = recordView(
  'OrgLimits',
  { blobs_per_org: limitUseView, members_per_target: limitUseView, api_keys_per_target: limitUseView },
  [],
  ['A-30'],
)

export const getOrgLimits = endpoint({
  method: 'GET',
  path: '/orgs/:org_id/limits',
  name: 'get_org_limits',
  summary: 'Get the limits of an organization and how much of each is used.',
  clauses: [],
  assumptions: ['A-16', 'A-30', 'A-398', 'A-156'],
  assumed: true,
  returns: { limits: limitsView },
  sample: { params: { org_id: 'acme' } },
  errors: ['forbidden', 'org_not_found'],
  admit: (_, ctx) => requireUnscoped(ctx, 'read the limits of an organization', 'A-12'),
  subject: ({ params }, ctx) => findOrg(ctx, params.org_id),
  access: ({ subject }, ctx) => requireRole(ctx, { kind: 'org', record: subject }, 'admin', 'A-156'),
  handle({ subject: { id } }, { world }) {
    return {
      limits: {
        blobs_per_org: limitUse(world, 'blobs_per_org', world.blobs.by('org', id).count()),
        members_per_target: limitUse(world, 'members_per_target', world.members.by('target', id).count()),
        api_keys_per_target: limitUse(world, 'api_keys_per_target', world.api_keys.by('target', id).count()),
      },
    }
  },
})
