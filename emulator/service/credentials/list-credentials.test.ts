import { expect, test } from 'vitest'
import { direct, type Direct } from '../../../tests/conformance/direct.ts'

function withCredentials(): Direct {
  const world = direct({ settings: { unpaginated_bytes: 1 } })
  const { credentials } = world.emulator.world
  for (const name of ['one', 'two', 'three'])
    credentials.insert({ name, value: 'v', target: 'org', target_id: 'acme', created_by: 'ada' })
  credentials.insert({ name: 'other', value: 'v', target: 'blob', target_id: 'weights', created_by: 'ada' })
  return world
}

test('lists the whole set of the target and no other, oldest first, without a pagination field', async () => {
  const { api } = withCredentials()
  const { body } = await api.get('/credentials/target/org/acme', 'svc-key-ada-admin')
  expect(Object.keys(body)).toEqual(['status', 'credentials'])
  expect(body.credentials.map((credential: { name: string }) => credential.name)).toEqual(['one', 'two', 'three'])
  expect((await api.get('/credentials/target/user/me', 'svc-key-ada-admin')).body.credentials).toEqual([])
})

test.each([
  ['a role below admin', 'org/acme', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a key below admin', 'org/acme', 'svc-key-ada-read', 403, 'forbidden'],
  ['the own key of an account without admin', 'org/acme', 'svc-key-bot-write', 403, 'forbidden'],
  ['an admin key scoped to the organization', 'org/acme', 'svc-key-acme-admin', 403, 'forbidden'],
  ['a key scoped to the blob', 'blob/weights', 'svc-key-weights-read', 403, 'forbidden'],
  ['an organization the caller cannot see', 'org/ben-lab', 'svc-key-ada-admin', 404, 'org_not_found'],
])('refuses %s', async (_, target, as, status, error) => {
  const { api, emulator } = withCredentials()
  emulator.world.api_keys.insert({
    key: 'svc-key-acme-admin',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  })
  const reply = await api.get(`/credentials/target/${target}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
