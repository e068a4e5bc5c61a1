import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import type { TargetKind } from '../../engine/world/tables/fields.ts'

function withCredential(target: TargetKind, targetId: string) {
  const world = direct()
  const { id } = world.emulator.world.credentials.insert({
    name: 'registry',
    value: 'v',
    target,
    target_id: targetId,
    created_by: 'ada',
  })
  return { ...world, id }
}

test.each<[string, TargetKind, string, string]>([
  ['of an organization', 'org', 'acme', 'svc-key-ada-admin'],
  ['of oneself', 'user', 'ada', 'svc-token-ada'],
  ['of an owned account', 'user', 'build-bot', 'svc-key-ada-admin'],
  ['of its account, as an acting token', 'user', 'build-bot', 'svc-token-ada-as-bot'],
])('deletes one %s', async (_, target, targetId, as) => {
  const { api, emulator, id } = withCredential(target, targetId)
  const reply = await api.delete(`/credentials/${id}`, as)
  expect([reply.status, reply.body]).toEqual([200, { status: 'success' }])
  expect(emulator.world.credentials.size).toBe(1)
  expect((await api.delete(`/credentials/${id}`, as)).body.error).toBe('credential_not_found')
})

test.each<[string, TargetKind, string, string, number, string]>([
  ['the own key of an account', 'org', 'acme', 'svc-key-bot-write', 403, 'forbidden'],
  ['the own key of an account, of itself', 'user', 'build-bot', 'svc-key-bot-write', 403, 'forbidden'],
  ['the own key of an account where it sees nothing', 'org', 'ben-lab', 'svc-key-bot-write', 403, 'forbidden'],
  ['a role below admin', 'org', 'acme', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a key below admin', 'org', 'acme', 'svc-key-acme-write', 403, 'forbidden'],
  ['an acting token whose account is not admin', 'org', 'acme', 'svc-token-ada-as-bot', 403, 'forbidden'],
  ['what lies outside the scope of the key', 'org', 'ada-lab', 'svc-key-acme-write', 403, 'forbidden'],
  ['one of another user', 'user', 'ada', 'svc-key-ben-admin', 403, 'forbidden'],
  ['one of an organization the caller cannot see', 'org', 'ada-lab', 'svc-key-ben-admin', 404, 'credential_not_found'],
])('refuses %s', async (_, target, targetId, as, status, error) => {
  const { api, emulator, id } = withCredential(target, targetId)
  const reply = await api.delete(`/credentials/${id}`, as)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.credentials.size).toBe(2)
})
