import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

test('lists the keys of the target and no other, oldest first, never with a secret', async () => {
  const { api } = direct()
  const created = (await api.post('/api-keys/target/org/acme', 'svc-key-ada-admin', { role: 'admin' })).body.api_key
  const { status, body } = await api.get('/api-keys/target/org/acme', 'svc-key-ada-admin')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['status', 'api_keys'])
  const { key: _, ...shown } = created
  expect(body.api_keys).toEqual([
    {
      id: expect.any(String),
      role: 'write',
      target: 'org',
      target_id: starter.org.acme,
      target_target_id: `org#${starter.org.acme}`,
      user_id: starter.user.ada,
      created_by_user_id: starter.user.ada,
      key_prefix: 'svc-key-***',
      description: null,
      created_at: '2026-01-01T00:00:00.000Z',
    },
    shown,
  ])
})

test.each([
  ['oneself', 'user/me', 'svc-key-ada-admin', 2],
  ['an owned account', 'user/build-bot', 'svc-token-ada', 1],
  ['an account, by its own admin token', 'user/me', 'svc-token-ada-as-bot', 1],
  ['a blob', 'blob/weights', 'svc-key-ada-admin', 1],
  ['a blob without keys', 'blob/notes', 'svc-key-ada-admin', 0],
])('lists the keys of %s', async (_, target, as, count) => {
  const { api } = direct()
  expect((await api.get(`/api-keys/target/${target}`, as)).body.api_keys).toHaveLength(count)
})

test('is whole, whatever the budget of unpaginated listings', async () => {
  const { api, emulator } = direct({ settings: { unpaginated_bytes: 1 } })
  for (let i = 0; i < 150; i++) emulator.world.api_keys.insert({ target: 'org', target_id: 'acme', created_by: 'ada' })
  expect((await api.get('/api-keys/target/org/acme', 'svc-key-ada-admin')).body.api_keys).toHaveLength(151)
})

test.each([
  ['a role below admin', 'org/acme', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a key below admin', 'org/acme', 'svc-key-ada-read', 403, 'forbidden'],
  ['an admin key scoped to the organization', 'org/acme', 'svc-key-acme-admin', 403, 'forbidden'],
  ['a key scoped to the blob', 'blob/weights', 'svc-key-weights-read', 403, 'forbidden'],
  ['an organization the caller cannot see', 'org/ben-lab', 'svc-key-ada-admin', 404, 'org_not_found'],
  ['another user', 'user/ben', 'svc-key-ada-admin', 403, 'forbidden'],
  ['a kind of target that does not exist', 'key/acme', 'svc-key-ada-admin', 400, 'invalid_request_body'],
])('refuses %s', async (_, target, as, status, error) => {
  const { api, emulator } = direct()
  emulator.world.api_keys.insert({
    key: 'svc-key-acme-admin',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  })
  const reply = await api.get(`/api-keys/target/${target}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
