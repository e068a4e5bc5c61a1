import * as v from 'valibot'
import { requireHuman, requireRole } from '../access/rules.ts'
import type { TargetRecord } from '../access/roles.ts'
import { findSeen, findUser, lookUpTarget, notFound } from '../access/targets.ts'
import { requireReadyTarget } from '../blobs/blobs.ts'
import { isUuid } from '../../contract/uuid.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { requireRoom } from '../../engine/kernel/limits.ts'
import { requireActive } from '../users/users.ts'
import { name, role } from '../../engine/world/tables/fields.ts'
import type { User } from '../../engine/world/tables/users.ts'
import { countOrgs, findMembers, memberView } from './members.ts'

export const addMember = endpoint({
  method: 'POST',
  path: '/members/target/:target/:target_id',
  name: 'add_member',
  summary: 'Grant a user a membership on an organization or a blob.',
  clauses: ['service.member-is-membership-on-target'],
  assumptions: ['A-18', 'A-348', 'A-379'],
  assumed: true,
  params: { target: v.picklist(['org', 'blob']) },
  body: { user_id: name, role },
  returns: { member: memberView },
  sample: { params: { target: 'org', target_id: 'ada-lab' }, body: { user_id: 'ben', role: 'read' } },
  errors: [
    'forbidden',
    'limit_exceeded',
    'org_not_found',
    'blob_not_found',
    'user_not_found',
    'blob_not_ready',
    'user_retired',
    'member_exists',
  ],
  admit: (_, ctx) => requireHuman(ctx, 'perimeter.grant-membership'),
  subject({ params, body }, ctx) {
    if (!isUuid(body.user_id)) ctx.citeAlways('A-159')
    const target = findSeen(ctx, params.target, params.target_id)
    return { target, user: findMember(ctx, body.user_id) }
  },
  // The target once more: the user may be one that cannot be read, and then there is no subject.
  access: ({ params }, ctx) => requireRole(ctx, findSeen(ctx, params.target, params.target_id), 'admin'),
  handle({ params, body, subject: { target, user } }, ctx) {
    requireReadyTarget(ctx, target)
    const { world } = ctx
    requireActive(user)
    requireNoMembership(ctx, target, user)
    requireRoom(ctx, 'members_per_target', findMembers(world, target).count())
    if (params.target === 'org') requireRoom(ctx, 'orgs_per_user', countOrgs(ctx, user.id), 'A-155')
    const member = world.members.create({
      user_id: user.id,
      target: params.target,
      target_id: target.record.id,
      role: body.role,
    })
    return { member }
  },
})

function requireNoMembership({ world }: Context, { kind, record }: TargetRecord, user: User): void {
  const member = world.members.by('holder', user.id, kind, record.id).first()
  if (member === undefined) return
  throw new ApiError(
    'member_exists',
    `'${user.alias}' is a member of this ${kind === 'org' ? 'organization' : kind} already, with role ${member.role}.`,
  )
}

/** Finds the user to be added. `me` is an alias here, which nobody has: it is resolved in paths only. */
function findMember(ctx: Context, reference: string): User {
  const isMe = reference === 'me'
  if (isMe && lookUpTarget(ctx, 'user', reference) === undefined) throw notFound(ctx, 'user', reference, 'A-347')
  return findUser(ctx, reference)
}
