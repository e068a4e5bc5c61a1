import { expect, test } from 'vitest'
import { direct, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test.each([
  ['a key', 'svc-key-ben-admin', 'a2'],
  ['a bearer token', 'svc-token-ben', 'a2'],
  ['an acting token, for the human behind it', 'svc-token-ada-as-bot', 'a1'],
])('creates an active account owned by the human, with %s', async (_, as, owner) => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/users', as, { name: 'Deploy Bot', alias: 'deploy-bot' })
  expect(status).toBe(200)
  expect(body.user).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Deploy Bot',
    alias: 'deploy-bot',
    type: 'service',
    status: 'active',
    owner_user_id: starterId(owner),
    created_at: '2026-01-01T00:00:00.000Z',
    role: 'read',
  })
  expect(emulator.world.users.get('deploy-bot')).toMatchObject({ id: body.user.id, type: 'service' })
  expect(emulator.world.members.list({ user_id: body.user.id })).toEqual([])
  // The assumption about who owns what an acting token creates.
  expect(emulator.journal.entries()[0]!.assumptions.includes('A-13')).toBe(as === 'svc-token-ada-as-bot')
})

test.each([
  ['the own key of an account', 'svc-key-bot-write', { name: 'x', alias: 'x' }, 403, 'forbidden'],
  ['a read key', 'svc-key-ada-read', { name: 'x', alias: 'x' }, 403, 'forbidden'],
  ['a key scoped to an organization', 'svc-key-acme-write', { name: 'x', alias: 'x' }, 403, 'forbidden'],
  ['no alias', 'svc-key-ada-admin', { name: 'x' }, 400, 'invalid_request_body'],
  ['no name', 'svc-key-ada-admin', { alias: 'x' }, 400, 'invalid_request_body'],
  ['a type', 'svc-key-ada-admin', { name: 'x', alias: 'x', type: 'human' }, 400, 'invalid_request_body'],
  ['an alias of UUID shape', 'svc-key-ada-admin', { name: 'x', alias: starterId('99') }, 400, 'invalid_request_body'],
  ['an alias that is taken', 'svc-key-ada-admin', { name: 'x', alias: 'ben' }, 409, 'alias_taken'],
  ['the alias of a retired account', 'svc-key-ada-admin', { name: 'x', alias: 'old-bot' }, 409, 'alias_taken'],
])('refuses %s', async (_, as, json, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.post('/users', as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('refuses more accounts than the limit; fixtures may hold more', async () => {
  const { api, emulator } = direct({ settings: { limits: { service_accounts_per_user: 2 } } })
  expect((await api.post('/users', 'svc-key-ada-admin', { name: 'Two', alias: 'two' })).status).toBe(200)
  const full = await api.post('/users', 'svc-token-ada-as-bot', { name: 'Three', alias: 'three' })
  expect([full.status, full.body.error, full.body.limit]).toEqual([
    403,
    'limit_exceeded',
    { name: 'service_accounts_per_user', max: 2, current: 2 },
  ])
  emulator.world.users.insert({ alias: 'three', type: 'service', owner: 'ada' })
  expect((await api.post('/users', 'svc-key-ada-admin', { name: 'Four', alias: 'four' })).body.limit.current).toBe(3)
  await api.delete('/users/two', 'svc-key-ada-admin')
  await api.delete('/users/three', 'svc-key-ada-admin')
  expect((await api.post('/users', 'svc-key-ada-admin', { name: 'Four', alias: 'four' })).status).toBe(200)
})
