import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

const bot = {
  id: starter.user.buildBot,
  name: 'Build Bot',
  alias: 'build-bot',
  type: 'service',
  status: 'active',
  owner_user_id: starter.user.ada,
  created_at: '2026-01-01T00:00:00.000Z',
}

test.each([
  ['its owner', 'svc-key-ada-admin', 'read'],
  ['itself', 'svc-key-bot-write', 'owner'],
  ['an acting token of it', 'svc-token-ada-as-bot', 'owner'],
  ['a stranger', 'svc-key-ben-admin', 'read'],
  ['a key scoped to an organization', 'svc-key-acme-write', 'read'],
  ['a key scoped to a blob', 'svc-key-weights-read', 'read'],
])('%s gets the full record, and only role differs', async (_, as, role) => {
  const { api, emulator } = direct()
  for (const reference of ['build-bot', bot.id]) {
    expect((await api.get(`/users/${reference}`, as)).body).toEqual({ status: 'success', user: { ...bot, role } })
  }
  expect(emulator.world.users.get('build-bot')).not.toHaveProperty('role')
})

test.each([
  ['svc-key-ada-read', 'ada'],
  ['svc-token-ben', 'ben'],
  ['svc-token-ada-as-bot', 'build-bot'],
  ['svc-key-weights-read', 'ada'],
])('me is whoever %s authenticates as', async (as, alias) => {
  const { api } = direct()
  expect((await api.get('/users/me', as)).body.user).toMatchObject({ alias, role: 'owner' })
})

test.each(['nobody', starterId('ff'), starter.user.ada.toUpperCase(), 'ADA'])('%s names no user', async (reference) => {
  const { api } = direct()
  const { status, body } = await api.get(`/users/${reference}`, 'svc-key-ada-admin')
  expect([status, body.error]).toEqual([404, 'user_not_found'])
  expect(body.message).toContain(reference)
})

test.each([
  ['allow', ['A-17']],
  ['refuse', []],
] as const)('under %s it rests on %j, as its fields do', async (unspecified, assumptions) => {
  const { api, emulator } = direct({ settings: { unspecified } })
  await api.get('/users/me', 'svc-key-ada-admin')
  expect(emulator.journal.entries()[0]!.assumptions).toEqual(assumptions)
})

test('an alias that needs percent-encoding is found, and a retired user is still shown', async () => {
  const { api, emulator } = direct()
  emulator.world.users.insert({ alias: 'zoë/ä 100%' })
  expect((await api.get(`/users/${encodeURIComponent('zoë/ä 100%')}`, 'svc-key-ada-admin')).body.user.alias).toBe(
    'zoë/ä 100%',
  )
  expect((await api.get('/users/old-bot', 'svc-key-ada-admin')).body.user.status).toBe('retired')
})
