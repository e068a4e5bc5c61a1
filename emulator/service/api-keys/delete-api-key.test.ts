import { expect, test } from 'vitest'
import { direct, type Direct } from '../../../tests/conformance/direct.ts'

function findKeyId({ emulator }: Direct, secret: string): string {
  return emulator.world.api_keys.list({ key: secret })[0]!.id
}

test.each([
  ['one of its own', 'svc-key-ada-read', 'svc-key-ada-admin'],
  ['itself', 'svc-key-ada-admin', 'svc-key-ada-admin'],
  ['one of an owned account', 'svc-key-bot-write', 'svc-key-ada-admin'],
  ['one of an organization', 'svc-key-acme-write', 'svc-token-ada'],
  ['one of a blob', 'svc-key-weights-read', 'svc-key-ada-admin'],
  ['one of its account, as an acting token', 'svc-key-bot-write', 'svc-token-ada-as-bot'],
])('deletes %s', async (_, secret, as) => {
  const world = direct()
  const { api, emulator } = world
  const id = findKeyId(world, secret)
  const reply = await api.delete(`/api-keys/${id}`, as)
  expect([reply.status, reply.body]).toEqual([200, { status: 'success' }])
  expect(emulator.world.api_keys.get(id)).toBeUndefined()
  expect((await api.get('/users/me', secret)).status).toBe(401)
  if (as !== secret) expect((await api.delete(`/api-keys/${id}`, as)).body.error).toBe('api_key_not_found')
})

test.each([
  ['an acting token, on one of the human behind it', 'svc-key-ada-read', 'svc-token-ada-as-bot'],
  [
    'an acting token, on one of an organization where its account only writes',
    'svc-key-acme-write',
    'svc-token-ada-as-bot',
  ],
  ['the own key of an account, on itself', 'svc-key-bot-write', 'svc-key-bot-write'],
  ['the own key of an account, on another', 'svc-key-acme-write', 'svc-key-bot-write'],
  ['a role below admin', 'svc-key-acme-write', 'svc-key-ben-admin'],
  ['a key below admin', 'svc-key-ada-admin', 'svc-key-ada-read'],
  ['another user', 'svc-key-ben-admin', 'svc-key-ada-admin'],
  ['a scoped key on one of its user', 'svc-key-ada-read', 'svc-key-acme-write'],
  ['a target that exists but cannot be seen', 'svc-key-ada-lab', 'svc-key-ben-admin'],
])('refuses %s', async (_, secret, as) => {
  const world = direct()
  world.emulator.world.api_keys.insert({
    key: 'svc-key-ada-lab',
    target: 'org',
    target_id: 'ada-lab',
    created_by: 'ada',
  })
  const reply = await world.api.delete(`/api-keys/${findKeyId(world, secret)}`, as)
  expect([reply.status, reply.body.error]).toEqual([403, 'forbidden'])
  expect(world.emulator.world.api_keys.size).toBe(7)
})

test.each(['00000000-0000-4000-8000-00000000dead', 'svc-key-ada-admin', 'me'])('%s is no id of a key', async (id) => {
  const { api } = direct()
  expect((await api.delete(`/api-keys/${id}`, 'svc-key-ada-admin')).body.error).toBe('api_key_not_found')
  // Without a human it is 403, whatever is asked for.
  expect((await api.delete(`/api-keys/${id}`, 'svc-key-bot-write')).body.error).toBe('forbidden')
})
