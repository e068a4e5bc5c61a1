import { expect } from 'vitest'
import type { Emulator } from '../../emulator/index.ts'
import { starter, starterId } from './direct.ts'
import type { Case } from './suite.ts'

const A = 'svc-key-ada-admin'
const findMemberId = (emulator: Emulator, user: string, target: string) =>
  emulator.world.members.list({ user_id: starterId(user), target_id: starterId(target) })[0]!.id

export const members: readonly Case[] = [
  {
    name: 'a listing answers the memberships on its target and no other',
    clauses: ['members.list.answers-members-of-target', 'service.member-is-membership-on-target'],
    async run(api, emulator) {
      emulator.world.members.insert({ user: 'ben', target: 'blob', target_id: 'weights', role: 'write' })
      for (const [target, targetId, users] of [
        ['org/acme', 'c1', ['a1', 'a2', 'b1']],
        ['org/ada-lab', 'c2', ['a1']],
        ['blob/weights', 'd1', ['a2']],
      ] as const) {
        const { status, body } = await api.get(`/members/target/${target}`, A)
        expect([status, Object.keys(body).sort()]).toEqual([200, ['members', 'status']])
        expect(body.members.map((member: { user_id: string }) => member.user_id)).toEqual(users.map(starterId))
        for (const member of body.members)
          expect(member).toMatchObject({ id: expect.any(String), target_id: starterId(targetId) })
      }
    },
  },
  {
    name: 'granting a membership gives the access of its role',
    clauses: ['service.member-is-membership-on-target'],
    assumptions: ['A-18', 'A-55'],
    async run(api) {
      expect((await api.get('/orgs/ada-lab', 'svc-key-ben-admin')).status).toBe(404)
      const { body } = await api.post('/members/target/org/ada-lab', A, { user_id: 'ben', role: 'read' })
      expect(body.member).toMatchObject({
        user_id: starter.user.ben,
        target: 'org',
        target_id: starter.org.adaLab,
        role: 'read',
      })
      expect((await api.get('/orgs/ada-lab', 'svc-key-ben-admin')).status).toBe(200)
      expect((await api.patch('/orgs/ada-lab', 'svc-key-ben-admin', { name: 'x' })).status).toBe(403)
      const again = await api.post('/members/target/org/ada-lab', A, { user_id: starter.user.ben, role: 'admin' })
      expect([again.status, again.body.error]).toEqual([409, 'member_exists'])
    },
  },
  {
    name: 'deleting a member takes the id of its record and answers the status alone',
    clauses: [
      'members.delete.takes-member-id',
      'members.delete.answers-status-only',
      'members.delete.acting-token-admitted',
    ],
    async run(api, emulator) {
      emulator.world.members.update(findMemberId(emulator, 'b1', 'c1'), { role: 'admin' })
      for (const [user, as] of [
        ['a2', A],
        ['b1', 'svc-token-ada-as-bot'],
      ] as const) {
        const { status, body } = await api.delete(`/members/${findMemberId(emulator, user, 'c1')}`, as)
        expect([status, body]).toEqual([200, { status: 'success' }])
      }
      const left = (await api.get('/members/target/org/acme', A)).body.members
      expect(left.map((member: { user_id: string }) => member.user_id)).toEqual([starter.user.ada])
    },
  },
  {
    name: 'deleting a member needs admin on its target and a human',
    clauses: ['members.delete.needs-admin', 'members.delete.service-account-refused'],
    async run(api, emulator) {
      emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
      emulator.world.api_keys.insert({
        key: 'svc-key-bot-admin',
        role: 'admin',
        target: 'user',
        target_id: 'build-bot',
        created_by: 'ada',
      })
      for (const [user, target, as] of [
        ['a1', 'c1', 'svc-key-ben-admin'],
        ['a2', 'c1', 'svc-key-ben-admin'],
        ['a2', 'c1', 'svc-key-ada-read'],
        ['a2', 'c1', 'svc-key-acme-write'],
        ['a1', 'c2', 'svc-key-ben-admin'],
        ['a2', 'c1', 'svc-key-bot-admin'],
        ['b1', 'c1', 'svc-key-bot-admin'],
      ] as const) {
        const { status, body } = await api.delete(`/members/${findMemberId(emulator, user, target)}`, as)
        expect([status, body.error]).toEqual([403, 'forbidden'])
      }
      expect((await api.get('/members/target/org/acme', A)).body.members).toHaveLength(4)
    },
  },
]
