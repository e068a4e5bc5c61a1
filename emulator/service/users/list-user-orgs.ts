import * as v from 'valibot'
import { requireUnscoped } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { citeFields } from '../../engine/kernel/unit/assumed.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import { throughMemberships } from '../members/members.ts'
import { orgView, viewOrg } from '../orgs/orgs.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'

export const listUserOrgs = endpoint({
  method: 'GET',
  path: '/users/:user_id/orgs',
  name: 'list_user_orgs',
  summary:
    'List the organizations of a user in order of membership: one page of roughly 1 MB. Others than the user itself see the public ones of it.',
  clauses: [],
  assumptions: ['A-348'],
  page: unpaginated('orgs', 'pagination.unpaginated.user-orgs'),
  returns: { orgs: v.array(orgView) },
  sample: { params: { user_id: 'me' } },
  errors: ['forbidden', 'user_not_found'],
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  access: (_, ctx) => requireUnscoped(ctx, 'list the organizations of a user'),
  handle({ subject: user }, ctx) {
    const { world, caller } = ctx
    const self = caller.user.id === user.id
    return {
      rows: throughMemberships(world.members.by('user', user.id), ({ target, target_id: id }) =>
        target === 'org' ? world.orgs.row(id) : undefined,
      ),
      keep: (org: Org) => self || org.visibility === 'public',
      view(org: Org) {
        if (self) ctx.cite(org.visibility === 'public' ? 'users.orgs.self-sees-public' : 'users.orgs.self-sees-private')
        citeFields(ctx, 'A-16')
        return viewOrg(org)
      },
      hides: ['users.orgs.other-sees-public-only'],
      filterClause: 'pagination.unpaginated.orgs-filter-after-cut',
    }
  },
})
