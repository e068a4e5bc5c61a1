import { requireHuman, requireRole } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireActive, requireServiceAccount } from './users.ts'

export const retireUser = endpoint({
  method: 'DELETE',
  path: '/users/:user_id',
  name: 'retire_user',
  summary: 'Retire a service account. Its memberships go with it, and its keys and tokens are refused from then on.',
  clauses: [],
  assumptions: ['A-15', 'A-17'],
  assumed: true,
  sample: { params: { user_id: 'build-bot' } },
  errors: ['forbidden', 'user_not_found', 'user_retired'],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.retire-account'),
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  access({ subject: user }, ctx) {
    requireRole(ctx, { kind: 'user', record: user }, 'admin')
    requireServiceAccount(user, 'retired')
  },
  handle({ subject: user }, ctx) {
    requireActive(user)
    const { world } = ctx
    world.users.update(user.id, { status: 'retired' })
    const memberships = Array.from(world.members.by('user', user.id), ({ id }) => id)
    for (const id of memberships) world.members.delete(id)
    if (memberships.length > 0) ctx.cite('user.retire.removes-memberships')
  },
})
