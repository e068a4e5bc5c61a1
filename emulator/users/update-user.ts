import * as v from 'valibot'
import { forbidden, requireRole } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { requireFreeAlias } from '../kernel/aliases.ts'
import { assumed } from '../kernel/unit/assumed.ts'
import type { Context } from '../kernel/unit/context.ts'
import { endpoint } from '../kernel/unit/definition.ts'
import { alias, name } from '../world/tables/fields.ts'
import type { User } from '../world/tables/users.ts'
import { requireActive, userObjectClauses, userView, viewUser } from './users.ts'

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:user_id',
  name: 'update_user',
  summary: 'Change the name or the alias of a user: of oneself, or of a service account by its owner.',
  clauses: [...userObjectClauses],
  assumptions: ['A-17', 'A-45'],
  aliasRule: 'identifiers.alias.user-rename-uuid-shape-refused',
  body: { name: assumed(v.optional(name), 'A-17'), alias: assumed(v.optional(alias), 'A-17') },
  returns: { user: userView },
  sample: { params: { user_id: 'me' }, body: { name: 'Ada L.' } },
  errors: ['forbidden', 'user_not_found', 'alias_taken', 'user_retired'],
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  access({ subject: user }, ctx) {
    if (user.type === 'service') requireOwner(ctx, user)
    else requireSelf(ctx, user)
    requireRole(ctx, { kind: 'user', record: user }, 'write', 'A-52')
  },
  handle({ body, subject: user }, ctx) {
    requireActive(ctx, user)
    if (body.alias !== undefined) requireFreeAlias(ctx, ctx.world.users, body.alias, user.id)
    const changes = Object.entries(body).filter(([, value]) => value !== undefined)
    const updated = changes.length === 0 ? user : ctx.world.users.update(user.id, Object.fromEntries(changes))
    return { user: viewUser(ctx, updated) }
  },
})

function requireSelf(ctx: Context, user: User): void {
  if (ctx.caller.user.id === user.id) {
    ctx.cite('users.update.self')
    return
  }
  ctx.cite('users.update.others-refused')
  throw forbidden(`Only '${user.alias}' may change this user.`)
}

/** The owner of a service account alone; the account itself only through a token that its owner minted. */
function requireOwner(ctx: Context, account: User): void {
  const { user, human, acting } = ctx.caller
  const owner = account.owner_user_id
  if (owner !== null && user.id === owner) {
    ctx.cite('users.update.service-account-owner')
    return
  }
  const isAccount = user.id === account.id
  if (isAccount && acting && human?.id === owner) {
    ctx.cite('A-52')
    return
  }
  ctx.cite(isAccount ? 'users.update.service-account-owner-only' : 'users.update.others-refused')
  throw forbidden(`Only the owner of the service account '${account.alias}' may change it${isAccount ? ', not the account itself' : ''}.`)
}
