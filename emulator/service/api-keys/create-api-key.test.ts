import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

const A = 'svc-key-ada-admin'

test.each([
  ['an organization', 'org', 'acme', 'c1', 'a1'],
  ['a blob', 'blob', 'weights', 'd1', 'a1'],
  ['oneself', 'user', 'me', 'a1', 'a1'],
  ['an owned account', 'user', 'build-bot', 'b1', 'b1'],
])('mints a key for %s', async (_, target, reference, targetId, userId) => {
  const { api, emulator } = direct()
  const { status, body } = await api.post(`/api-keys/target/${target}/${reference}`, A, {
    role: 'write',
    description: 'CI',
  })
  expect(status).toBe(200)
  const { api_key: key } = body
  expect(key).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    role: 'write',
    target,
    target_id: starterId(targetId),
    target_target_id: `${target}#${starterId(targetId)}`,
    user_id: starterId(userId),
    created_by_user_id: starter.user.ada,
    key_prefix: `${key.key.slice(0, 8)}***`,
    description: 'CI',
    created_at: '2026-01-01T00:00:00.000Z',
    key: expect.stringMatching(/^svc-[0-9a-f]{40}$/),
  })
  expect(emulator.world.api_keys.get(key.id)).toEqual(key)
  expect((await api.get('/users/me', key.key)).body.user.id).toBe(starterId(userId))
})

test('a description may be left out, and the key shows null', async () => {
  const { api } = direct()
  expect((await api.post('/api-keys/target/org/acme', A, { role: 'read' })).body.api_key.description).toBeNull()
})

test('an acting token mints for its account, with the human behind it as the minter (A-13)', async () => {
  const { api, emulator } = direct()
  emulator.world.users.insert({ alias: 'next-bot', type: 'service', owner: 'ada' })
  for (const [reference, user] of [
    ['me', starter.user.buildBot],
    ['build-bot', starter.user.buildBot],
  ]) {
    const { status, body } = await api.post(`/api-keys/target/user/${reference}`, 'svc-token-ada-as-bot', {
      role: 'admin',
    })
    expect([status, body.api_key?.user_id, body.api_key?.created_by_user_id]).toEqual([200, user, starter.user.ada])
  }
  const other = await api.post('/api-keys/target/user/next-bot', 'svc-token-ada-as-bot', { role: 'read' })
  expect(other.status).toBe(403)
})

test('an acting token never mints for the human behind it: it would become that human', async () => {
  const { api } = direct()
  const { status, body } = await api.post('/api-keys/target/user/ada', 'svc-token-ada-as-bot', { role: 'read' })
  expect([status, body.error]).toEqual([403, 'forbidden'])
})

test.each([
  ['org', 'acme'],
  ['blob', 'weights'],
  ['org', 'ben-lab'],
  ['blob', 'nothing-here'],
])('an acting token cannot mint for %s %s, before anything about the target counts', async (target, reference) => {
  const { api } = direct()
  const { status, body } = await api.post(`/api-keys/target/${target}/${reference}`, 'svc-token-ada-as-bot', {
    role: 'read',
  })
  expect([status, body.error]).toEqual([400, 'cannot_mint_while_acting'])
})

test('a target outside its set comes before that, the shape of the body after it (A-9)', async () => {
  const { api } = direct()
  expect((await api.post('/api-keys/target/org/acme', 'svc-token-ada-as-bot', {})).body.error).toBe(
    'cannot_mint_while_acting',
  )
  expect((await api.post('/api-keys/target/team/acme', 'svc-token-ada-as-bot', { role: 'read' })).body.error).toBe(
    'invalid_request_body',
  )
})

test.each([
  ['no role', 'org/acme', A, {}, 400, 'invalid_request_body', /^role: missing/],
  [
    'a role outside the set',
    'org/acme',
    A,
    { role: 'owner' },
    400,
    'invalid_request_body',
    /^role: expected 'read', 'write' or 'admin', got string "owner"/,
  ],
  ['a target outside the set', 'orgs/acme', A, { role: 'read' }, 400, 'invalid_request_body', /did you mean 'org'/],
  [
    'a description that is no string',
    'org/acme',
    A,
    { role: 'read', description: 7 },
    400,
    'invalid_request_body',
    /^description: expected string/,
  ],
  [
    'an unknown field',
    'org/acme',
    A,
    { role: 'read', descripton: 'x' },
    400,
    'invalid_request_body',
    /descripton: unknown field, did you mean 'description'/,
  ],
  [
    'an organization that does not exist',
    'org/nowhere',
    A,
    { role: 'read' },
    403,
    'forbidden',
    /^This needs admin access to a target that does not exist, or that this caller cannot see\.$/,
  ],
  ['a user that does not exist', 'user/nobody', A, { role: 'read' }, 403, 'forbidden', /does not exist, or/],
  [
    'an organization the caller cannot see',
    'org/ben-lab',
    A,
    { role: 'read' },
    403,
    'forbidden',
    /^This needs admin access to a target that does not exist, or that this caller cannot see\.$/,
  ],
  ['a role below admin', 'org/acme', 'svc-key-ben-admin', { role: 'read' }, 403, 'forbidden', /'ben' has read/],
  [
    'a key below admin',
    'user/me',
    'svc-key-ada-read',
    { role: 'read' },
    403,
    'forbidden',
    /'ada' has it, but this key grants read only/,
  ],
  ['another user', 'user/ben', A, { role: 'read' }, 403, 'forbidden', /user 'ben'/],
  [
    'what lies outside the scope of the key',
    'org/ada-lab',
    'svc-key-acme-write',
    { role: 'read' },
    403,
    'forbidden',
    /scoped to org 'acme'/,
  ],
  ['an account, with its own key', 'user/me', 'svc-key-bot-write', { role: 'read' }, 403, 'forbidden', /needs a human/],
  ['a retired account', 'user/old-bot', A, { role: 'read' }, 409, 'user_retired', /old-bot/],
])('refuses %s', async (_, target, as, json, status, error, message) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.post(`/api-keys/target/${target}`, as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(reply.body.message).toMatch(message)
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('an account that administers a target still cannot mint for it', async () => {
  const { api, emulator } = direct()
  emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
  emulator.world.api_keys.insert({
    key: 'svc-key-bot-admin',
    role: 'admin',
    target: 'user',
    target_id: 'build-bot',
    created_by: 'ada',
  })
  for (const target of ['org/acme', 'blob/weights', 'user/me']) {
    expect((await api.post(`/api-keys/target/${target}`, 'svc-key-bot-admin', { role: 'read' })).body.error).toBe(
      'forbidden',
    )
  }
})

test('a minted key grants its role and no more, however high its user stands', async () => {
  const { api } = direct()
  const { key } = (await api.post('/api-keys/target/org/acme', A, { role: 'read' })).body.api_key
  expect((await api.get('/orgs/acme', key)).status).toBe(200)
  expect((await api.post('/blobs/acme', key, { alias: 'x', type: 'text' })).status).toBe(403)
  expect((await api.get('/orgs/ada-lab', key)).status).toBe(403)
})

test('the limit of keys for one target', async () => {
  const { api } = direct({ settings: { limits: { api_keys_per_target: 2 } } })
  expect((await api.post('/api-keys/target/org/acme', A, { role: 'read' })).status).toBe(200)
  const full = await api.post('/api-keys/target/org/acme', A, { role: 'read' })
  expect([full.status, full.body.error, full.body.limit]).toEqual([
    403,
    'limit_exceeded',
    { name: 'api_keys_per_target', max: 2, current: 2 },
  ])
  expect((await api.post('/api-keys/target/org/ada-lab', A, { role: 'read' })).status).toBe(200)
})
