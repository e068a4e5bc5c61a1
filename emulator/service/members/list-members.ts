import * as v from 'valibot'
import { requireMemberRole } from '../access/rules.ts'
import { findVisible } from '../access/targets.ts'
import { endpoint } from '../../engine/kernel/unit/definition.ts'
import { unpaginated } from '../../engine/kernel/pages.ts'
import type { Member } from '../../engine/world/tables/members.ts'
import { findMembers, memberView } from './members.ts'

export const listMembers = endpoint({
  method: 'GET',
  path: '/members/target/:target/:target_id',
  name: 'list_members',
  summary: 'List the memberships on an organization or a blob, oldest first: one page of roughly 1 MB.',
  clauses: [],
  assumptions: ['A-18', 'A-348', 'A-379'],
  page: unpaginated('members', 'pagination.unpaginated.target-members'),
  params: { target: v.picklist(['org', 'blob']) },
  returns: { members: v.array(memberView) },
  sample: { params: { target: 'org', target_id: 'acme' } },
  errors: ['forbidden', 'org_not_found', 'blob_not_found'],
  subject: ({ params }, ctx) => findVisible(ctx, params.target, params.target_id),
  access: ({ subject }, ctx) => requireMemberRole(ctx, subject, 'see its members'),
  handle: ({ subject }, { world }) => ({
    rows: findMembers(world, subject),
    keep: (member: Member) => member.target === subject.kind,
    shows: [
      'members.list.answers-members-of-target',
      // Without its fields a record does not show it.
      ...(world.settings.unspecified === 'refuse' ? [] : (['service.member-is-membership-on-target'] as const)),
    ],
  }),
})
