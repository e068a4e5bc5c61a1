import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test('lists the memberships on the target and no other, oldest first, without a pagination field', async () => {
  const { api, emulator } = direct()
  emulator.world.members.insert({ user: 'ben', target: 'blob', target_id: 'weights', role: 'write' })
  const { body } = await api.get('/members/target/org/acme', 'svc-key-ben-admin')
  expect(Object.keys(body)).toEqual(['status', 'members'])
  expect(body.members).toEqual(
    [
      ['a1', 'admin'],
      ['a2', 'read'],
      ['b1', 'write'],
    ].map(([user, role]) => ({
      id: expect.any(String),
      user_id: starterId(user!),
      target: 'org',
      target_id: starter.org.acme,
      role,
      created_at: '2026-01-01T00:00:00.000Z',
    })),
  )
  const blob = await api.get('/members/target/blob/weights', 'svc-key-weights-read')
  expect(blob.body.members).toMatchObject([{ user_id: starter.user.ben, target: 'blob', role: 'write' }])
})

test('is cut at the byte budget; the first record is always read', async () => {
  const { emulator } = direct()
  const sizes = [...hostOf(emulator).world.members.rows()]
    .filter(({ record }) => record.target_id === starter.org.acme)
    .map(({ bytes }) => bytes)
  for (const [budget, count] of [
    [1, 1],
    [sizes[0]! + sizes[1]! - 1, 1],
    [sizes[0]! + sizes[1]!, 2],
    [1_048_576, 3],
  ] as const) {
    const { api } = direct({ settings: { unpaginated_bytes: budget } })
    expect((await api.get('/members/target/org/acme', 'svc-key-ada-admin')).body.members).toHaveLength(count)
  }
})

test.each([
  ['a private organization of another', 'org/ada-lab', 'svc-key-ben-admin', 404, 'org_not_found'],
  ['what lies outside the scope of the key', 'org/acme', 'svc-key-weights-read', 403, 'forbidden'],
  ['a user as the target', 'user/ada', 'svc-key-ada-admin', 400, 'invalid_request_body'],
  ['a target that does not exist', 'blob/nothing', 'svc-key-ada-admin', 404, 'blob_not_found'],
])('refuses %s', async (_, target, as, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/members/target/${target}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
