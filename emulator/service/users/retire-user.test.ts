import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test.each([
  ['its owner', 'build-bot', 'svc-key-ada-admin'],
  ['its owner by token', 'build-bot', 'svc-token-ada'],
  ['an acting token of it', 'me', 'svc-token-ada-as-bot'],
])('%s retires an account: its memberships go, its keys and tokens are refused', async (_, reference, as) => {
  const { api, emulator } = direct()
  const bot = emulator.world.users.get('build-bot')!
  emulator.world.members.insert({ user: 'build-bot', target: 'blob', target_id: 'draft', role: 'admin' })
  const others = emulator.world.members.size - 2
  const reply = await api.delete(`/users/${reference}`, as)
  expect([reply.status, reply.body]).toEqual([200, { status: 'success' }])
  expect(emulator.world.users.get('build-bot')).toEqual({ ...bot, status: 'retired' })
  expect(emulator.world.members.list({ user_id: bot.id })).toEqual([])
  expect(emulator.world.members.size).toBe(others)
  for (const secret of ['svc-key-bot-write', 'svc-token-ada-as-bot'])
    expect((await api.get('/users/me', secret)).status).toBe(401)
  expect((await api.get('/users/build-bot', 'svc-key-ben-admin')).body.user.status).toBe('retired')
  expect(emulator.world.api_keys.list({ user_id: bot.id })).toHaveLength(1)
})

test.each([
  ['the own key of the account', 'me', 'svc-key-bot-write', 403, 'forbidden'],
  ['a human who does not own it', 'build-bot', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a read key of the owner', 'build-bot', 'svc-key-ada-read', 403, 'forbidden'],
  ['a scoped key of the owner', 'build-bot', 'svc-key-acme-write', 403, 'forbidden'],
  ['a human, even by itself', 'me', 'svc-key-ada-admin', 403, 'forbidden'],
  ['an account that is retired already', 'old-bot', 'svc-key-ada-admin', 409, 'user_retired'],
  ['a user that does not exist', 'nobody', 'svc-key-ada-admin', 404, 'user_not_found'],
])('refuses %s', async (_, reference, as, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.delete(`/users/${reference}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('that a human cannot be retired is assumed', async () => {
  const { api, emulator } = direct()
  await api.delete('/users/me', 'svc-key-ada-admin')
  expect(emulator.journal.entries().at(-1)).toMatchObject({ response: { status: 403 }, assumptions: ['A-152'] })
})
