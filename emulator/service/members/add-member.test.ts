import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

const A = 'svc-key-ada-admin'

test.each([
  ['an organization', 'org', 'ada-lab', 'c2', 'ben'],
  ['an organization by ids', 'org', starter.org.adaLab, 'c2', starter.user.ben],
  ['a blob', 'blob', 'draft', 'd3', 'ben'],
])('grants a membership on %s', async (_, target, reference, targetId, user) => {
  const { api, emulator } = direct()
  const before = await api.get('/blobs/ada-lab/draft', 'svc-key-ben-admin')
  const { status, body } = await api.post(`/members/target/${target}/${reference}`, A, { user_id: user, role: 'write' })
  expect(status).toBe(200)
  expect(body.member).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    user_id: starter.user.ben,
    target,
    target_id: starterId(targetId),
    role: 'write',
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(emulator.world.members.get(body.member.id)).toEqual(body.member)
  expect([before.status, (await api.get('/blobs/ada-lab/draft', 'svc-key-ben-admin')).status]).toEqual([404, 200])
})

test('an admin key scoped to the organization grants there; so does an acting token of an account that is admin', async () => {
  const { api, emulator } = direct()
  emulator.world.users.insert({ alias: 'eve' })
  emulator.world.users.insert({ alias: 'eva' })
  emulator.world.api_keys.insert({
    key: 'svc-key-acme-admin',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  })
  expect(
    (await api.post('/members/target/org/acme', 'svc-key-acme-admin', { user_id: 'eve', role: 'read' })).status,
  ).toBe(200)
  expect(
    (await api.post('/members/target/org/acme', 'svc-token-ada-as-bot', { user_id: 'eva', role: 'read' })).status,
  ).toBe(403)
  emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
  expect(
    (await api.post('/members/target/org/acme', 'svc-token-ada-as-bot', { user_id: 'eva', role: 'read' })).status,
  ).toBe(200)
})

test.each([
  ['a second membership', 'org/acme', A, { user_id: 'ben', role: 'admin' }, 409, 'member_exists'],
  ['a retired user', 'org/acme', A, { user_id: 'old-bot', role: 'read' }, 409, 'user_retired'],
  ['a user that does not exist', 'org/acme', A, { user_id: 'nobody', role: 'read' }, 404, 'user_not_found'],
  ['a target that does not exist', 'org/nowhere', A, { user_id: 'ben', role: 'read' }, 404, 'org_not_found'],
  ['an organization the caller cannot see', 'org/ben-lab', A, { user_id: 'ada', role: 'read' }, 404, 'org_not_found'],
  ['a user as the target', 'user/ada', A, { user_id: 'ben', role: 'read' }, 400, 'invalid_request_body'],
  ['no role', 'org/ada-lab', A, { user_id: 'ben' }, 400, 'invalid_request_body'],
  ['the role owner', 'org/ada-lab', A, { user_id: 'ben', role: 'owner' }, 400, 'invalid_request_body'],
  ['no user', 'org/ada-lab', A, { role: 'read' }, 400, 'invalid_request_body'],
  ['a role below admin', 'blob/weights', 'svc-key-ben-admin', { user_id: 'ben', role: 'admin' }, 403, 'forbidden'],
  ['a key below admin', 'org/ada-lab', 'svc-key-ada-read', { user_id: 'ben', role: 'read' }, 403, 'forbidden'],
  ['a key scoped elsewhere', 'org/ada-lab', 'svc-key-acme-write', { user_id: 'ben', role: 'read' }, 403, 'forbidden'],
  ['the own key of an account', 'org/acme', 'svc-key-bot-write', { user_id: 'ben', role: 'read' }, 403, 'forbidden'],
  [
    'the own key of an account where it sees nothing',
    'org/ben-lab',
    'svc-key-bot-write',
    { user_id: 'ada', role: 'read' },
    403,
    'forbidden',
  ],
])('refuses %s', async (_, target, as, json, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.post(`/members/target/${target}`, as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('the limits of members for one target, and of organizations for one user', async () => {
  const { api, emulator } = direct({ settings: { limits: { members_per_target: 3, orgs_per_user: 3 } } })
  emulator.world.users.insert({ alias: 'eve' })
  const crowded = await api.post('/members/target/org/acme', A, { user_id: 'eve', role: 'read' })
  expect([crowded.status, crowded.body.limit]).toEqual([403, { name: 'members_per_target', max: 3, current: 3 }])
  expect((await api.post('/members/target/org/ada-lab', A, { user_id: 'ben', role: 'read' })).status).toBe(200)
  emulator.world.orgs.insert({ alias: 'more' })
  emulator.world.members.insert({ user: 'ada', target: 'org', target_id: 'more', role: 'admin' })
  const busy = await api.post('/members/target/org/more', A, { user_id: 'ben', role: 'read' })
  expect([busy.status, busy.body.limit]).toEqual([403, { name: 'orgs_per_user', max: 3, current: 3 }])
  expect((await api.post('/members/target/blob/draft', A, { user_id: 'ben', role: 'read' })).status).toBe(200)
})

test('a user in a body is named by UUID or alias, and never as me', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/members/target/org/acme', A, { user_id: 'me', role: 'read' })
  expect([status, body.error]).toEqual([404, 'user_not_found'])
  expect(emulator.journal.entries().at(-1)!.assumptions).toContain('A-159')
})
