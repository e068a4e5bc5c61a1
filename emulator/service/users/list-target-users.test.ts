import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import type { Reply } from '../../../tests/conformance/api.ts'

const shown = ({ body }: Reply): string[] =>
  body.users.map((user: { alias: string; role: string }) => `${user.alias}:${user.role}`)

test.each([
  ['org/acme', 'svc-key-ben-admin', ['ada:read', 'ben:owner', 'build-bot:read']],
  ['org/acme', 'svc-key-acme-write', ['ada:owner', 'ben:read', 'build-bot:read']],
  ['org/ada-lab', 'svc-key-ada-read', ['ada:owner']],
  ['blob/weights', 'svc-key-weights-read', []],
  ['user/ada', 'svc-key-ada-read', ['build-bot:read', 'old-bot:read']],
  ['user/me', 'svc-key-ada-read', ['build-bot:read', 'old-bot:read']],
  ['user/me', 'svc-key-bot-write', []],
])('the users of %s, to %s', async (target, as, expected) => {
  const { api } = direct()
  const reply = await api.get(`/users/target/${target}`, as)
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.body)).toEqual(['status', 'users'])
  expect(shown(reply)).toEqual(expected)
})

test('lists in order of membership, each user once, those of the blob alone', async () => {
  const { api, emulator } = direct()
  for (const [user, role] of [
    ['ben', 'read'],
    ['ada', 'read'],
    ['ben', 'write'],
  ] as const)
    emulator.world.members.insert({ user, target: 'blob', target_id: 'notes', role })
  expect(shown(await api.get('/users/target/blob/notes', 'svc-key-ada-admin'))).toEqual(['ben:read', 'ada:owner'])
})

// Made before the time of a test begins.
const large = direct({ fixtures: ['large'], settings: { unpaginated_bytes: 1 } })

test('is whole, however large', async () => {
  expect((await large.api.get('/users/target/org/big', 'svc-key-ada-admin')).body.users).toHaveLength(6001)
})

test.each([
  ['a private organization of another', 'org/ada-lab', 'svc-key-ben-admin', 404, 'org_not_found'],
  ['a private blob of another', 'blob/draft', 'svc-key-ben-admin', 404, 'blob_not_found'],
  ['the accounts of another user', 'user/ada', 'svc-key-ben-admin', 403, 'forbidden'],
  ['an organization outside the scope of the key', 'org/ada-lab', 'svc-key-acme-write', 403, 'forbidden'],
  ['a user, to a scoped key', 'user/me', 'svc-key-acme-write', 403, 'forbidden'],
  ['a kind of target that does not exist', 'team/acme', 'svc-key-ada-admin', 400, 'invalid_request_body'],
  ['a target that does not exist', 'org/nowhere', 'svc-key-ada-admin', 404, 'org_not_found'],
])('refuses %s', async (_, target, as, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/users/target/${target}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
