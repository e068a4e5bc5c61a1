import { requireSelf, requireUnscoped } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { limitUse, limitUseView } from '../../engine/kernel/limits.ts'
import { countOrgs } from '../members/members.ts'
import { countServiceAccounts } from './users.ts'
import { citeFields, recordView } from '../../engine/kernel/unit/assumed.ts'

const limitsView = recordView(
  'UserLimits',
  { orgs_per_user: limitUseView, service_accounts_per_user: limitUseView, api_keys_per_target: limitUseView },
  [],
  ['A-30'],
)

export const getUserLimits = endpoint({
  method: 'GET',
  path: '/users/:user_id/limits',
  name: 'get_user_limits',
  summary: 'Get the limits of oneself and how much of each is used.',
  clauses: ['users.limits.self'],
  returns: { limits: limitsView },
  sample: { params: { user_id: 'me' } },
  errors: ['forbidden'],
  admit({ params }, ctx) {
    requireUnscoped(ctx, 'read the limits of a user', 'A-12')
    requireSelf(ctx, ctx.world.users.find(params.user_id)?.id, 'read its limits', 'users.limits.other-refused')
  },
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  handle({ subject: { id } }, ctx) {
    const { world } = ctx
    citeFields(ctx, 'A-30', 'A-155', 'A-398')
    return {
      limits: {
        orgs_per_user: limitUse(world, 'orgs_per_user', countOrgs(ctx, id)),
        service_accounts_per_user: limitUse(world, 'service_accounts_per_user', countServiceAccounts(ctx, id)),
        api_keys_per_target: limitUse(world, 'api_keys_per_target', world.api_keys.by('target', id).count()),
      },
    }
  },
})
