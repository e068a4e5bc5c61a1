import { requireAdminForHuman, requireHuman } from '../access/rules.ts'
import { getTarget } from '../access/targets.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import type { Member } from '../../engine/world/tables/members.ts'

export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/members/:id',
  name: 'delete_member',
  summary: 'Revoke a membership, by the id of the member record.',
  clauses: ['members.delete.takes-member-id', 'members.delete.answers-status-only'],
  sample: { params: { id: '00000000-0000-4000-8000-000000000902' } },
  errors: ['forbidden', 'member_not_found'],
  admit: (_, ctx) => requireHuman(ctx, 'members.delete.service-account-refused', 'members.delete.needs-human'),
  subject: ({ params }, ctx) => findMember(ctx, params.id),
  access({ subject: member }, ctx) {
    requireAdminForHuman(ctx, getTarget(ctx, member.target, member.target_id), 'members.delete.needs-admin')
    if (ctx.caller.acting) ctx.cite('members.delete.acting-token-admitted')
  },
  handle: ({ subject: { id } }, ctx) => void ctx.world.members.delete(id),
})

function findMember(ctx: Context, id: string): Member {
  const member = ctx.world.members.get(id)
  if (member !== undefined) return member
  throw new ApiError('member_not_found', `There is no member record with the id '${id}'.`, { cites: ['A-406'] })
}
