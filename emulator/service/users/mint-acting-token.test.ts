import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

test('the token acts as the account with the human behind it, and expires after an hour of world time', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/users/build-bot/acting-token', 'svc-key-ada-admin')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'success',
    token: expect.stringMatching(/^svc-[0-9a-f]{40}$/),
    expires_at: '2026-01-01T01:00:00.000Z',
  })
  expect(emulator.world.tokens.list({ token: body.token })).toMatchObject([
    { user_id: starter.user.buildBot, human_user_id: starter.user.ada },
  ])
  const as = { bearer: body.token }
  expect((await api.get('/users/me', as)).body.user.alias).toBe('build-bot')
  emulator.clock.advance(3_600_000 - 2)
  expect((await api.get('/users/me', as)).status).toBe(200)
  emulator.clock.advance(1)
  const expired = await api.get('/users/me', as)
  expect([expired.status, expired.body.error]).toEqual([401, 'unauthenticated'])
  expect(expired.body.message).toContain('expired')
})

test('an acting token mints no other one, for its account neither: an hour must not become a year (A-13)', async () => {
  const { api, emulator } = direct()
  for (const account of ['me', 'build-bot'])
    expect((await api.post(`/users/${account}/acting-token`, 'svc-token-ada-as-bot')).status).toBe(403)
  expect(emulator.journal.entries().at(-1)!.assumptions).toEqual(['A-13'])
})

test.each([
  ['the own key of the account', 'me', 'svc-key-bot-write', {}, 403, 'forbidden'],
  ['a human who does not own it', 'build-bot', 'svc-key-ben-admin', {}, 403, 'forbidden'],
  ['a read key of the owner', 'build-bot', 'svc-key-ada-read', {}, 403, 'forbidden'],
  ['a scoped key of the owner', 'build-bot', 'svc-key-acme-write', {}, 403, 'forbidden'],
  ['a human', 'me', 'svc-key-ada-admin', {}, 403, 'forbidden'],
  ['a retired account', 'old-bot', 'svc-key-ada-admin', {}, 409, 'user_retired'],
  ['a user that does not exist', 'nobody', 'svc-key-ada-admin', {}, 404, 'user_not_found'],
  ['a lifetime', 'build-bot', 'svc-key-ada-admin', { lifetime: 5 }, 400, 'invalid_request_body'],
])('refuses %s', async (_, reference, as, json, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.post(`/users/${reference}/acting-token`, as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.tokens.size).toBe(3)
})

test('that nobody acts for a human is assumed', async () => {
  const { api, emulator } = direct()
  await api.post('/users/me/acting-token', 'svc-key-ada-admin')
  expect(emulator.journal.entries().at(-1)).toMatchObject({ response: { status: 403 }, assumptions: ['A-152'] })
})
