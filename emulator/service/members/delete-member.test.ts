import { expect, test } from 'vitest'
import { direct, starter, starterId, type Direct } from '../../../tests/conformance/direct.ts'

function findMembershipId({ emulator }: Direct, user: string, target: string): string {
  return emulator.world.members.list({ user_id: starterId(user), target_id: starterId(target) })[0]!.id
}

test.each([
  ['an admin', 'a2', 'c1', 'svc-key-ada-admin'],
  ['an admin, of itself', 'a1', 'c1', 'svc-token-ada'],
])('%s removes a membership', async (_, user, target, as) => {
  const world = direct()
  const { api, emulator } = world
  const id = findMembershipId(world, user, target)
  const reply = await api.delete(`/members/${id}`, as)
  expect([reply.status, reply.body]).toEqual([200, { status: 'success' }])
  expect(emulator.world.members.get(id)).toBeUndefined()
  expect(emulator.world.members.size).toBe(4)
})

test('the access that came with it is gone', async () => {
  const world = direct()
  const { api, emulator } = world
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'ada-lab', role: 'admin' })
  expect((await api.get('/orgs/ada-lab', 'svc-key-ben-admin')).status).toBe(200)
  await api.delete(`/members/${findMembershipId(world, 'a2', 'c2')}`, 'svc-key-ada-admin')
  expect((await api.get('/orgs/ada-lab', 'svc-key-ben-admin')).status).toBe(404)
})

test('an acting token removes one where its account is admin', async () => {
  const world = direct()
  const { api, emulator } = world
  emulator.world.members.update(findMembershipId(world, 'b1', 'c1'), { role: 'admin' })
  expect((await api.delete(`/members/${findMembershipId(world, 'a2', 'c1')}`, 'svc-token-ada-as-bot')).status).toBe(200)
})

test.each([
  ['an acting token whose account is no admin, whatever its human is (A-13)', 'a2', 'c1', 'svc-token-ada-as-bot'],
  ['the own key of an account', 'a2', 'c1', 'svc-key-bot-write'],
  ['the own key of an account on its own membership', 'b1', 'c1', 'svc-key-bot-write'],
  ['a role below admin, even of itself', 'a2', 'c1', 'svc-key-ben-admin'],
  ['a key below admin', 'a2', 'c1', 'svc-key-ada-read'],
  ['a key scoped to a blob of it', 'a2', 'c1', 'svc-key-weights-read'],
  ['a target that exists but cannot be seen', 'a1', 'c2', 'svc-key-ben-admin'],
  ['an acting token whose human sees nothing', 'a2', 'c3', 'svc-token-ada-as-bot'],
])('refuses %s', async (_, user, target, as) => {
  const world = direct()
  const reply = await world.api.delete(`/members/${findMembershipId(world, user, target)}`, as)
  expect([reply.status, reply.body.error]).toEqual([403, 'forbidden'])
  expect(world.emulator.world.members.size).toBe(5)
})

test.each([starter.user.ben, 'ben', 'me'])('%s is no id of a member record', async (id) => {
  const { api } = direct()
  expect((await api.delete(`/members/${id}`, 'svc-key-ada-admin')).body.error).toBe('member_not_found')
})
