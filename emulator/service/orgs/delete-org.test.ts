import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

test.each([
  ['its alias', 'acme'],
  ['its UUID', starter.org.acme],
])('deletes an organization by %s with everything in it, and nothing else', async (_, reference) => {
  const { api, emulator } = direct()
  const { world } = emulator
  world.credentials.insert({ name: 'x', value: 'v', target: 'blob', target_id: 'weights', created_by: 'ada' })
  const reply = await api.delete(`/orgs/${reference}`, 'svc-key-ada-admin')
  expect([reply.status, reply.body]).toEqual([200, { status: 'success' }])
  expect(world.orgs.list().map(({ alias }) => alias)).toEqual(['ada-lab', 'ben-lab'])
  expect(world.blobs.list().map(({ alias }) => alias)).toEqual(['draft'])
  expect(world.members.list().map(({ target_id: id }) => id)).toEqual([starter.org.adaLab, starter.org.benLab])
  expect([world.revisions.size, world.sessions.size, world.schedules.size, world.operations.size]).toEqual([0, 0, 0, 0])
  expect([...world.credentials.list(), ...world.executions.list()].map(({ id }) => id)).toEqual([
    '00000000-0000-4000-8000-000000000a01',
    '00000000-0000-4000-8000-000000000321',
  ])
  expect(world.api_keys.list().map(({ target }) => target)).toEqual(['user', 'user', 'user', 'user'])
  expect(world.users.size).toBe(4)
})

test('keys scoped to it, or to a blob in it, are refused from then on', async () => {
  const { api, emulator } = direct()
  emulator.world.api_keys.insert({
    key: 'svc-key-acme-admin',
    role: 'admin',
    target: 'org',
    target_id: 'acme',
    created_by: 'ada',
  })
  expect((await api.delete('/orgs/acme', 'svc-key-acme-admin')).status).toBe(200)
  for (const secret of ['svc-key-acme-admin', 'svc-key-acme-write', 'svc-key-weights-read'])
    expect((await api.get('/users/me', secret)).status).toBe(401)
})

test('an account that is admin deletes with its own key: this is not reserved to humans', async () => {
  const { api, emulator } = direct()
  emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'acme', role: 'admin' })
  emulator.world.api_keys.insert({
    key: 'svc-key-bot-admin',
    role: 'admin',
    target: 'user',
    target_id: 'build-bot',
    created_by: 'ada',
  })
  expect((await api.delete('/orgs/acme', 'svc-key-bot-admin')).status).toBe(200)
})

test.each([
  ['a role below admin', 'acme', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a key below admin', 'acme', 'svc-key-ada-read', 403, 'forbidden'],
  ['a key scoped to a blob of it', 'acme', 'svc-key-weights-read', 403, 'forbidden'],
  ['an organization the caller cannot see', 'ben-lab', 'svc-key-ada-admin', 404, 'org_not_found'],
  ['an organization that does not exist', starterId('ff'), 'svc-key-ada-admin', 404, 'org_not_found'],
])('refuses %s', async (_, reference, as, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.delete(`/orgs/${reference}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.orgs.size).toBe(3)
})
