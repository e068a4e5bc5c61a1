import * as v from 'valibot'
import { requireMemberRole } from '../access/rules.ts'
import type { TargetRecord } from '../access/roles.ts'
import { findVisible } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { complete, type RowSource } from '../../engine/kernel/pages.ts'
import { findMembers, throughMemberships } from '../members/members.ts'
import { target } from '../../engine/world/tables/fields.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { World } from '../../engine/world/world.ts'
import { userView, viewUser } from './users.ts'

export const listTargetUsers = endpoint({
  method: 'GET',
  path: '/users/target/:target/:target_id',
  name: 'list_target_users',
  summary:
    'List the users of a target: those with a membership on an organization or a blob, or the service accounts that a user owns.',
  clauses: [],
  assumptions: ['A-17', 'A-348', 'A-379'],
  page: complete('users', 'pagination.complete.target-users'),
  params: { target },
  returns: { users: v.array(userView) },
  sample: { params: { target: 'org', target_id: 'acme' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found', 'user_not_found'],
  shapeRules: { target: { wrong: 'A-157' } },
  subject({ params }, ctx) {
    if (params.target === 'user') ctx.citeAlways('A-157')
    return findVisible(ctx, params.target, params.target_id)
  },
  access: ({ subject }, ctx) => requireMemberRole(ctx, subject, 'see its users'),
  handle({ subject }, ctx) {
    return { rows: findUsers(ctx.world, subject), view: (user: User) => viewUser(ctx, user) }
  },
})

function findUsers(world: World, subject: TargetRecord): RowSource<User> {
  const { kind, record } = subject
  if (kind === 'user') return world.users.by('owner', record.id)
  return throughMemberships(findMembers(world, subject), (member) =>
    member.target === kind ? world.users.row(member.user_id) : undefined,
  )
}
