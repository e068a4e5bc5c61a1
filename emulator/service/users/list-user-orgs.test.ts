import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import type { Reply } from '../../../tests/conformance/api.ts'
import { hostOf } from '../../host/instance-of.ts'

const aliases = ({ body }: Reply): string[] => body.orgs.map((org: { alias: string }) => org.alias)

test('answers the organizations without what is only stored, and no pagination field', async () => {
  const { api } = direct()
  const { body } = await api.get('/users/me/orgs', 'svc-key-bot-write')
  const { org } = (await api.get('/orgs/acme', 'svc-key-bot-write')).body
  expect(body).toEqual({ status: 'success', orgs: [org] })
  expect(org).not.toHaveProperty('enabled_blob_types')
})

test.each([
  ['the user', 'ada', 'svc-key-ada-read', ['acme', 'ada-lab']],
  ['somebody else', 'ada', 'svc-key-ben-admin', ['acme']],
  ['the owner of an account', 'build-bot', 'svc-key-ada-admin', ['acme']],
  ['an acting token, whose self is the account', 'me', 'svc-token-ada-as-bot', ['acme', 'bot-lab']],
  ['the owner of an account, of its private ones', 'build-bot', 'svc-token-ada', ['acme']],
  ['an account of its owner', 'ada', 'svc-key-bot-write', ['acme']],
])('%s sees what it may', async (_, reference, as, expected) => {
  const { api, emulator } = direct()
  emulator.world.orgs.insert({ alias: 'bot-lab' })
  emulator.world.members.insert({ user: 'build-bot', target: 'org', target_id: 'bot-lab', role: 'read' })
  expect(aliases(await api.get(`/users/${reference}/orgs`, as))).toEqual(expected)
})

test('lists in order of membership, each organization once, and no memberships on blobs', async () => {
  const { api, emulator } = direct()
  emulator.world.orgs.insert({ alias: 'late' })
  emulator.world.members.insert({ user: 'ben', target: 'blob', target_id: 'draft', role: 'read' })
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'late', role: 'read' })
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'ada-lab', role: 'read' })
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'acme', role: 'write' })
  expect(aliases(await api.get('/users/ben/orgs', 'svc-key-ben-admin'))).toEqual(['acme', 'ben-lab', 'late', 'ada-lab'])
})

test('the budget counts the stored organizations, and the filter runs on what was read', async () => {
  const { emulator } = direct()
  const { world } = hostOf(emulator)
  const bytes = (alias: string) => world.orgs.row(world.orgs.find(alias)!.id)!.bytes
  for (const [budget, own, others] of [
    [bytes('acme') + bytes('ada-lab'), ['acme', 'ada-lab'], ['acme']],
    [bytes('acme') + bytes('ada-lab') - 1, ['acme'], ['acme']],
    [1, ['acme'], ['acme']],
  ] as const) {
    const { api } = direct({ settings: { unpaginated_bytes: budget } })
    expect(aliases(await api.get('/users/me/orgs', 'svc-key-ada-admin'))).toEqual(own)
    expect(aliases(await api.get('/users/ada/orgs', 'svc-key-ben-admin'))).toEqual(others)
  }
})

test('an empty listing does not prove that there is no public organization', async () => {
  const { api, emulator } = direct({ settings: { unpaginated_bytes: 1 } })
  emulator.world.members.insert({ user: 'ben', target: 'org', target_id: 'ada-lab', role: 'read' })
  emulator.world.orgs.update('acme', { visibility: 'private' })
  emulator.world.orgs.update('ben-lab', { visibility: 'public' })
  expect(aliases(await api.get('/users/ben/orgs', 'svc-key-ada-admin'))).toEqual([])
  expect(
    emulator.coverage().clauses.items.find(({ id }) => id === 'pagination.unpaginated.empty-does-not-prove-absence')
      ?.count,
  ).toBe(1)
})

test.each([
  ['a key scoped to an organization', 'me', 'svc-key-acme-write', 403, 'forbidden'],
  ['a key scoped to a blob', 'me', 'svc-key-weights-read', 403, 'forbidden'],
  ['a user that does not exist', 'nobody', 'svc-key-ada-admin', 404, 'user_not_found'],
  ['a user that does not exist, to a scoped key', 'nobody', 'svc-key-acme-write', 404, 'user_not_found'],
  ['no credentials', 'me', undefined, 401, 'unauthenticated'],
])('refuses %s', async (_, reference, as, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/users/${reference}/orgs`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
