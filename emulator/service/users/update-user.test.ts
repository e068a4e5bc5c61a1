import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test('a human changes its own name and alias, by either scheme', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.patch('/users/me', 'svc-key-ada-admin', { name: 'Ada L.', alias: 'ada-l' })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: starter.user.ada, name: 'Ada L.', alias: 'ada-l', role: 'owner' })
  expect((await api.get('/users/ada', 'svc-key-ada-admin')).status).toBe(404)
  expect((await api.patch(`/users/${starter.user.ada}`, 'svc-token-ada', { alias: 'ada' })).body.user.alias).toBe('ada')
  expect(emulator.world.users.get('ada')?.name).toBe('Ada L.')
})

test('the owner changes a service account, with a key or through an acting token of the account', async () => {
  const { api } = direct()
  const byOwner = await api.patch('/users/build-bot', 'svc-key-ada-admin', { name: 'Bot' })
  expect(byOwner.body.user).toMatchObject({ name: 'Bot', role: 'read' })
  const acting = await api.patch('/users/me', 'svc-token-ada-as-bot', { name: 'Bot 2' })
  expect(acting.body.user).toMatchObject({ name: 'Bot 2', role: 'owner' })
})

test('nothing to change is no change', async () => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const { status, body } = await api.patch('/users/me', 'svc-key-ada-admin', {})
  expect([status, body.user.alias]).toEqual([200, 'ada'])
  expect((await api.patch('/users/me', 'svc-key-ada-admin', { alias: 'ada' })).status).toBe(200)
  expect(hostOf(emulator).world.state.version).toBe(version + 1)
})

test.each([
  ['the account itself', 'me', 'svc-key-bot-write', { name: 'x' }, 403, 'forbidden'],
  ['another human', 'ada', 'svc-key-ben-admin', { name: 'x' }, 403, 'forbidden'],
  ['another human on an account', 'build-bot', 'svc-key-ben-admin', { name: 'x' }, 403, 'forbidden'],
  ['an account on its owner', 'ada', 'svc-key-bot-write', { name: 'x' }, 403, 'forbidden'],
  ['an acting token on the human behind it', 'ada', 'svc-token-ada-as-bot', { name: 'x' }, 403, 'forbidden'],
  ['a read key', 'me', 'svc-key-ada-read', { name: 'x' }, 403, 'forbidden'],
  ['a read key on an account', 'build-bot', 'svc-key-ada-read', { name: 'x' }, 403, 'forbidden'],
  ['a key scoped to an organization', 'me', 'svc-key-acme-write', { name: 'x' }, 403, 'forbidden'],
  ['a key scoped to a blob', 'ada', 'svc-key-weights-read', { name: 'x' }, 403, 'forbidden'],
  ['a user that does not exist (A-9)', 'nobody', 'svc-key-ada-admin', { name: 'x' }, 403, 'forbidden'],
  ['an alias that another user holds', 'me', 'svc-key-ada-admin', { alias: 'ben' }, 409, 'alias_taken'],
  ['an alias that a retired user holds', 'me', 'svc-key-ada-admin', { alias: 'old-bot' }, 409, 'alias_taken'],
  ['a retired account', 'old-bot', 'svc-key-ada-admin', { alias: 'free-again' }, 409, 'user_retired'],
  ['an alias of UUID shape', 'me', 'svc-key-ada-admin', { alias: starterId('99') }, 400, 'invalid_request_body'],
  ['an empty alias', 'me', 'svc-key-ada-admin', { alias: '' }, 400, 'invalid_request_body'],
  ['an empty name', 'me', 'svc-key-ada-admin', { name: '' }, 400, 'invalid_request_body'],
  ['a null alias', 'me', 'svc-key-ada-admin', { alias: null }, 400, 'invalid_request_body'],
  ['a role, which is not stored', 'me', 'svc-key-ada-admin', { role: 'admin' }, 400, 'invalid_request_body'],
])('refuses %s', async (_, reference, as, json, status, error) => {
  const { api, emulator } = direct()
  const { version } = hostOf(emulator).world.state
  const reply = await api.patch(`/users/${reference}`, as, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('an acting token of somebody who does not own the account cannot change it', async () => {
  const { api, emulator } = direct()
  emulator.world.tokens.insert({ token: 'svc-token-ben-as-bot', user: 'build-bot', human: 'ben' })
  expect((await api.patch('/users/me', 'svc-token-ben-as-bot', { name: 'x' })).status).toBe(403)
})

test('an uppercase UUID is an alias like any other', async () => {
  const { api } = direct()
  const alias = starterId('ab').toUpperCase()
  expect((await api.patch('/users/me', 'svc-key-ada-admin', { alias })).status).toBe(200)
  expect((await api.get(`/users/${alias}`, 'svc-key-ben-admin')).body.user.name).toBe('Ada')
})
