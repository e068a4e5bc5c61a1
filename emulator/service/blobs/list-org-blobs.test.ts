import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

const aliases = (reply: { body: { blobs: { alias: string }[] } }) => reply.body.blobs.map((blob) => blob.alias)

test('lists the blobs of the organization, oldest first, and no pagination field', async () => {
  const { api } = direct()
  const reply = await api.get('/orgs/acme/blobs', 'svc-key-ada-admin')
  expect(Object.keys(reply.body)).toEqual(['status', 'blobs'])
  expect(aliases(reply)).toEqual(['weights', 'notes', 'arriving', 'leaving'])
})

test('filters by visibility', async () => {
  const { api } = direct()
  expect(aliases(await api.get('/orgs/acme/blobs?visibility=public', 'svc-key-ada-admin'))).toEqual(['weights'])
  expect(aliases(await api.get('/orgs/acme/blobs?visibility=private', 'svc-key-ada-admin'))).toEqual([
    'notes',
    'arriving',
    'leaving',
  ])
  expect((await api.get('/orgs/acme/blobs?visibility=all', 'svc-key-ada-admin')).body.error).toBe(
    'invalid_request_body',
  )
})

test('leaves out what the caller cannot see, after the read: a member of one private blob sees that one', async () => {
  const { api, emulator } = direct()
  emulator.world.users.insert({ alias: 'eve' })
  emulator.world.api_keys.insert({
    key: 'svc-key-eve',
    role: 'admin',
    target: 'user',
    target_id: 'eve',
    created_by: 'eve',
  })
  expect(aliases(await api.get('/orgs/acme/blobs', 'svc-key-eve'))).toEqual(['weights'])
  emulator.world.members.insert({ user: 'eve', target: 'blob', target_id: 'notes', role: 'read' })
  expect(aliases(await api.get('/orgs/acme/blobs', 'svc-key-eve'))).toEqual(['weights', 'notes'])
})

test('the filter runs after the budget is spent', async () => {
  const { api, emulator } = direct({ settings: { unpaginated_bytes: 1 } })
  emulator.world.blobs.update('weights', { visibility: 'private' })
  emulator.world.blobs.update('notes', { visibility: 'public' })
  expect(aliases(await api.get('/orgs/acme/blobs', 'svc-key-ada-admin'))).toEqual(['weights'])
  expect(aliases(await api.get('/orgs/acme/blobs?visibility=public', 'svc-key-ada-admin'))).toEqual([])
})

test.each([
  ['a private organization of another', 'ada-lab', 'svc-key-ben-admin', 404],
  ['a key scoped to a blob', 'acme', 'svc-key-weights-read', 403],
  ['an unknown organization', 'nowhere', 'svc-key-ada-admin', 404],
])('refuses %s', async (_, org, key, status) => {
  const { api } = direct()
  expect((await api.get(`/orgs/${org}/blobs`, key)).status).toBe(status)
})
