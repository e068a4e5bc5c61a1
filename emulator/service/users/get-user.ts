import { findUser } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { userView, viewUser } from './users.ts'

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:user_id',
  name: 'get_user',
  summary: 'Get a user by id, by alias, or as `me`.',
  clauses: ['users.get.answers-user'],
  returns: { user: userView },
  sample: { params: { user_id: 'me' } },
  errors: ['user_not_found'],
  subject: ({ params }, ctx) => findUser(ctx, params.user_id),
  handle({ subject }, ctx) {
    if (ctx.caller.user.id !== subject.id) ctx.cite('users.get.any-authenticated-caller', 'users.get.no-redaction')
    return { user: viewUser(ctx, subject) }
  },
})
