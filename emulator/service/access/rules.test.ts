import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

test.each([
  [
    'who lacks what',
    'GET',
    '/api-keys/target/org/acme',
    'svc-key-ben-admin',
    "This needs admin access to organization 'acme'; 'ben' has read.",
  ],
  [
    'who has nothing',
    'POST',
    '/api-keys/target/org/ben-lab',
    'svc-key-ada-admin',
    'This needs admin access to a target that does not exist, or that this caller cannot see.',
  ],
  [
    'that the key is the reason',
    'GET',
    '/api-keys/target/org/acme',
    'svc-key-ada-read',
    "This needs admin access to organization 'acme'. 'ada' has it, but this key grants read only.",
  ],
  [
    'what the scope is',
    'GET',
    '/orgs/ada-lab',
    'svc-key-acme-write',
    "This key is scoped to org 'acme' and does not reach organization 'ada-lab'.",
  ],
  [
    'what the scope of a blob key is',
    'GET',
    '/blobs/acme/notes',
    'svc-key-weights-read',
    "This key is scoped to blob 'weights' and does not reach blob 'notes'.",
  ],
  [
    'that a scoped key is the reason',
    'GET',
    '/users/me/orgs',
    'svc-key-acme-write',
    'A key scoped to an organization cannot list the organizations of a user.',
  ],
  [
    'that a human is needed',
    'DELETE',
    '/users/build-bot',
    'svc-key-bot-write',
    "This needs a human behind the request; 'build-bot' is a service account using its own key. An acting token is the route for automation.",
  ],
  [
    'who acts for whom',
    'GET',
    '/api-keys/target/org/acme',
    'svc-token-ada-as-bot',
    "This needs admin access to organization 'acme'; 'build-bot' (acting for 'ada') has write.",
  ],
  [
    'who the caller is',
    'GET',
    '/users/ada/limits',
    'svc-key-ben-admin',
    "Only a user itself may read its limits; the caller is 'ben'.",
  ],
])('a 403 says %s', async (_, method, path, as, message) => {
  const { api } = direct()
  const reply = await api.request(method, path, { as, ...(method === 'POST' && { json: { role: 'read' } }) })
  expect([reply.status, reply.body]).toEqual([403, { status: 'failure', error: 'forbidden', message }])
})

test.each([
  ['svc-key-ben-admin', 'GET', '/api-keys/target/org/acme', {}, ['A-379', 'A-411']],
  ['svc-key-ada-read', 'DELETE', '/orgs/ada-lab', {}, ['A-379', 'A-411']],
  ['svc-key-ben-admin', 'POST', '/workflow/start_execution', { definition_id: 'ingest' }, ['A-379']],
  ['svc-key-acme-write', 'DELETE', '/blobs/acme/notes', {}, ['A-379', 'A-411']],
  ['svc-key-ada-read', 'POST', '/orgs', { name: 'x' }, ['A-153']],
  ['svc-key-ada-read', 'POST', '/users', { name: 'x', alias: 'x' }, ['A-153']],
  ['svc-key-acme-write', 'POST', '/orgs', { name: 'x' }, ['A-11', 'A-153']],
  ['svc-key-ben-admin', 'POST', '/users/build-bot/acting-token', {}, ['A-14']],
  ['svc-key-ben-admin', 'GET', '/orgs/acme/limits', {}, ['A-156']],
  ['svc-key-ben-admin', 'GET', '/users/target/user/ada', {}, ['A-157']],
  ['svc-key-ben-admin', 'GET', '/revisions/00000000-0000-4000-8000-0000000000e4', {}, ['A-351']],
  ['svc-key-ben-admin', 'POST', '/revisions/00000000-0000-4000-8000-0000000000e3/reset', {}, []],
  ['svc-key-acme-write', 'PATCH', '/orgs/ada-lab', { name: 'x' }, ['A-11']],
])('a refusal of %s to %s %s cites what says which role is needed', async (as, method, path, json, cited) => {
  const { api, emulator } = direct()
  expect((await api.request(method, path, { as, ...(method !== 'GET' && { json }) })).status).toBe(403)
  expect(emulator.journal.entries().at(-1)!.assumptions).toEqual(cited)
})

test('what a retired account is refused rests on that alone', async () => {
  const { api, emulator } = direct()
  expect((await api.post('/api-keys/target/user/old-bot', 'svc-key-ada-admin', { role: 'read' })).status).toBe(409)
  expect(emulator.journal.entries().at(-1)!.assumptions).toEqual(['A-151'])
})

test('an acting token has what its account has, whatever the human behind it has (A-13)', async () => {
  const { api, emulator } = direct()
  const key = emulator.world.api_keys.list({ key: 'svc-key-acme-write' })[0]!
  const member = emulator.world.members.list({ role: 'read' })[0]!
  const as = 'svc-token-ada-as-bot'
  expect((await api.post('/credentials/target/org/acme', as, { name: 'x', value: 'v' })).status).toBe(403)
  expect((await api.post('/members/target/org/acme', as, { user_id: 'old-bot', role: 'read' })).status).toBe(403)
  expect((await api.patch('/orgs/acme', as, { visibility: 'private' })).status).toBe(403)
  expect((await api.delete(`/members/${member.id}`, as)).status).toBe(403)
  expect((await api.delete(`/api-keys/${key.id}`, as)).status).toBe(403)
  emulator.world.members.update(emulator.world.members.list({ role: 'write' })[0]!.id, { role: 'admin' })
  expect((await api.delete(`/members/${member.id}`, as)).status).toBe(200)
  expect((await api.delete(`/api-keys/${key.id}`, as)).status).toBe(200)
})

test('a role that was asked for is looked up again when it was given, changed or taken', async () => {
  const { api, emulator } = direct()
  const { members } = emulator.world
  const asked = async () => [
    (await api.get('/api-keys/target/org/acme', 'svc-key-ben-admin')).status,
    (await api.get('/api-keys/target/blob/weights', 'svc-key-ben-admin')).status,
    (await api.get('/orgs/ada-lab', 'svc-key-ben-admin')).status,
  ]
  expect(await asked()).toEqual([403, 403, 404])
  const onBlob = members.insert({ user: 'ben', target: 'blob', target_id: 'weights', role: 'admin' })
  expect(await asked()).toEqual([403, 200, 404])
  const inLab = members.insert({ user: 'ben', target: 'org', target_id: 'ada-lab', role: 'read' })
  expect(await asked()).toEqual([403, 200, 200])
  const inAcme = members.list({ role: 'read' }).find(({ id }) => id !== inLab.id)!
  members.update(inAcme.id, { role: 'admin' })
  expect(await asked()).toEqual([200, 200, 200])
  for (const { id } of [onBlob, inLab, inAcme]) members.delete(id)
  expect(await asked()).toEqual([403, 403, 404])
})

test('a key reaches its organization or its blob, and nothing of another kind that has the same id', async () => {
  const { api, emulator } = direct()
  const { orgs, blobs, members, api_keys: keys } = emulator.world
  const id = '00000000-0000-4000-8000-00000000abcd'
  orgs.insert({ id, alias: 'twin-org' })
  blobs.insert({ id, alias: 'twin-blob', org_id: 'ada-lab', type: 'text' })
  blobs.insert({ alias: 'in-twin-org', org_id: id, type: 'text' })
  for (const [target, target_id] of [
    ['org', 'twin-org'],
    ['blob', 'twin-blob'],
  ] as const)
    members.insert({ user: 'ben', target, target_id, role: 'admin' })
  for (const target of ['org', 'blob'] as const)
    keys.insert({ key: `twin-${target}`, user: 'ben', target, target_id: id, role: 'admin' })
  const reached = async (as: string) =>
    Promise.all(
      ['/orgs/twin-org', '/blobs/ada-lab/twin-blob', '/blobs/twin-org/in-twin-org'].map(
        async (path) => (await api.get(path, as)).status,
      ),
    )
  expect(await reached('twin-org')).toEqual([200, 403, 200])
  expect(await reached('twin-blob')).toEqual([403, 200, 403])
})
