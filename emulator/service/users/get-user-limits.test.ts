import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

test('answers what each limit allows and how much of it is used', async () => {
  const { api } = direct({ settings: { limits: { orgs_per_user: 7 } } })
  const before = await api.get('/users/me/limits', 'svc-key-ada-read')
  expect(before.body).toEqual({
    status: 'success',
    limits: {
      orgs_per_user: { max: 7, used: 2 },
      service_accounts_per_user: { max: 25, used: 1 },
      api_keys_per_target: { max: 100, used: 2 },
    },
  })
  await api.post('/orgs', 'svc-key-ada-admin', { name: 'One more' })
  await api.post('/users', 'svc-key-ada-admin', { name: 'Bot', alias: 'bot' })
  await api.post('/api-keys/target/user/me', 'svc-key-ada-admin', { role: 'read' })
  const after = (await api.get('/users/ada/limits', 'svc-token-ada')).body.limits
  expect([after.orgs_per_user.used, after.service_accounts_per_user.used, after.api_keys_per_target.used]).toEqual([
    3, 2, 3,
  ])
})

test('a retired account makes room, and memberships on blobs are no organizations', async () => {
  const { api, emulator } = direct()
  await api.delete('/users/build-bot', 'svc-key-ada-admin')
  emulator.world.members.insert({ user: 'ada', target: 'blob', target_id: 'notes', role: 'read' })
  const { limits } = (await api.get('/users/me/limits', 'svc-key-ada-admin')).body
  expect([limits.orgs_per_user.used, limits.service_accounts_per_user.used]).toEqual([2, 0])
})

test('the self of an acting token is the account', async () => {
  const { api } = direct()
  expect((await api.get('/users/me/limits', 'svc-token-ada-as-bot')).body.limits.orgs_per_user.used).toBe(1)
})

test.each([
  ['another user', 'ada', 'svc-key-ben-admin', 403],
  ['the owner of an account', 'build-bot', 'svc-key-ada-admin', 403],
  ['an acting token on the human behind it', 'ada', 'svc-token-ada-as-bot', 403],
  ['a key scoped to an organization', 'me', 'svc-key-acme-write', 403],
  ['a key scoped to a blob', 'me', 'svc-key-weights-read', 403],
  ['a user that does not exist (A-9)', 'nobody', 'svc-key-ada-admin', 403],
])('refuses %s', async (_, reference, as, status) => {
  const { api } = direct()
  expect((await api.get(`/users/${reference}/limits`, as)).status).toBe(status)
})

test.each([
  ['allow', ['A-30', 'A-155', 'A-398']],
  ['refuse', []],
] as const)('where unspecified is %s, the answer rests on %j', async (unspecified, expected) => {
  const { api, emulator } = direct({ settings: { unspecified } })
  expect((await api.get('/users/me/limits', 'svc-key-ada-admin')).status).toBe(200)
  expect(emulator.journal.entries().at(-1)!.assumptions).toEqual(expected)
})
