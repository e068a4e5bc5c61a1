import { forbidden, requireHuman, requireRole } from '../access/rules.ts'
import { findUser } from '../access/targets.ts'
import { assumed } from '../../engine/kernel/unit/assumed.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { isoTime, LAST_MS } from '../../engine/world/clock.ts'
import { name, timestamp } from '../../engine/world/tables/fields.ts'
import { requireActive, requireServiceAccount } from './users.ts'

export const mintActingToken = endpoint({
  method: 'POST',
  path: '/users/:user_id/acting-token',
  name: 'mint_acting_token',
  summary:
    'Mint a bearer token that acts as a service account, with the human behind this request behind it. It lives one hour of world time.',
  clauses: [],
  assumptions: ['A-14', 'A-419'],
  assumed: true,
  returns: { token: name, expires_at: assumed(timestamp, 'A-14') },
  sample: { params: { user_id: 'build-bot' } },
  secrets: ['token'],
  errors: ['forbidden', 'user_not_found', 'user_retired'],
  admit(_, ctx) {
    requireHuman(ctx, 'perimeter.mint-acting-token')
    if (ctx.caller.acting && !ctx.caller.terms?.actsAsHuman)
      throw forbidden('An acting token mints no acting token: it must not be able to renew itself.', 'A-13')
  },
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  access({ subject: user }, ctx) {
    requireRole(ctx, { kind: 'user', record: user }, 'admin', 'A-14')
    requireServiceAccount(user, 'acted for')
  },
  handle({ subject: user }, ctx) {
    requireActive(user)
    const { world, caller } = ctx
    const { token, expires_at } = world.tokens.create({
      user_id: user.id,
      human_user_id: caller.human!.id,
      expires_at: isoTime(Math.min(world.now + world.settings.acting_token_ms, LAST_MS)),
    })
    return { token, expires_at }
  },
})
