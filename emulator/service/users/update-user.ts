import * as v from 'valibot'
import { forbidden, requireRole, requireSelf } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import type { User } from '../../engine/world/tables/users.ts'
import { requireActive, userView, viewUser } from './users.ts'

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:user_id',
  name: 'update_user',
  summary: 'Change the name or the alias of a user: of oneself, or of a service account by its owner.',
  clauses: [],
  assumptions: ['A-17', 'A-348'],
  aliasRule: 'identifiers.alias.user-rename-uuid-shape-refused',
  body: { name: assumed(v.optional(name), 'A-17'), alias: assumed(v.optional(alias), 'A-17') },
  returns: { user: userView },
  sample: { params: { user_id: 'me' }, body: { name: 'Ada L.' } },
  errors: ['forbidden', 'alias_taken', 'user_retired'],
  admit({ params }, ctx) {
    const user = ctx.world.users.find(params.user_id)
    if (user?.type === 'service') requireOwner(ctx, user)
    else requireSelf(ctx, user?.id, 'change this user', 'users.update.others-refused')
  },
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  access: ({ subject: user }, ctx) => requireRole(ctx, { kind: 'user', record: user }, 'write', 'A-352'),
  handle({ body, subject: user }, ctx) {
    requireActive(user)
    requireFreeAlias(ctx, 'users', body.alias, user.id)
    if (user.type === 'human') ctx.cite('users.update.self')
    const changes = Object.entries(body).filter(([, value]) => value !== undefined)
    const updated = changes.length === 0 ? user : ctx.world.users.update(user.id, Object.fromEntries(changes))
    return { user: viewUser(ctx, updated) }
  },
})

/** Requires the owner of a service account, or the account itself with a token that its owner minted. */
function requireOwner(ctx: Context, account: User): void {
  const { user, human, acting, terms } = ctx.caller
  const owner = account.owner_user_id
  if (owner !== null && user.id === owner) return ctx.cite('users.update.service-account-owner')
  const isAccount = user.id === account.id
  if ((isAccount || terms?.actsAsHuman) && acting && human?.id === owner) return ctx.cite('A-13')
  const clause = isAccount ? 'users.update.service-account-owner-only' : 'users.update.others-refused'
  throw forbidden(
    `Only the owner of the service account '${account.alias}' may change it${isAccount ? ', not the account itself' : ''}.`,
    clause,
  )
}
