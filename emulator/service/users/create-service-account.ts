import { requireHuman, requireRole } from '../access/rules.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireRoom } from '../../engine/kernel/limits.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { countServiceAccounts, userView, viewUser } from './users.ts'

export const createServiceAccount = endpoint({
  method: 'POST',
  path: '/users',
  name: 'create_service_account',
  summary: 'Create a service account that the human behind the request owns.',
  clauses: [],
  assumptions: ['A-17', 'A-348', 'A-153'],
  assumed: true,
  aliasRule: 'identifiers.alias.user-uuid-shape-refused',
  body: { name, alias },
  returns: { user: userView },
  sample: { body: { name: 'Nightly build', alias: 'nightly-build' } },
  errors: ['forbidden', 'limit_exceeded', 'alias_taken'],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.create-account'),
  access: (_, ctx) => requireRole(ctx, { kind: 'user', record: ctx.caller.user }, 'write', 'A-153'),
  handle({ body }, ctx) {
    const { world, caller } = ctx
    // An acting token creates for the human behind it (A-13, cited of each request with one).
    const owner = caller.human!
    requireFreeAlias(ctx, 'users', body.alias)
    requireRoom(ctx, 'service_accounts_per_user', countServiceAccounts(ctx, owner.id))
    const account = world.users.create({
      name: body.name,
      alias: body.alias,
      type: 'service',
      owner_user_id: owner.id,
    })
    return { user: viewUser(ctx, account) }
  },
})
