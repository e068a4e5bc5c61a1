import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

test('lists one alias of one revision', async () => {
  const { api, emulator } = direct()
  emulator.world.metadata.insert({
    target: 'revision',
    target_id: starter.revision.committed,
    alias: 'tags',
    key: 'a',
    value: 1,
  })
  emulator.world.metadata.insert({
    target: 'revision',
    target_id: starter.revision.failedDelete,
    alias: 'tags',
    key: 'b',
    value: 2,
  })
  const { body } = await api.get(`/revisions/${starter.revision.committed}/metadata/tags`, 'svc-key-ben-admin')
  expect(body).toEqual({
    status: 'success',
    metadata: [{ alias: 'tags', key: 'a', value: 1, created_at: '2026-01-01T00:00:00.000Z' }],
  })
})

test.each([
  ['a draft, for a reader', 'e4', 'svc-key-ben-admin', 403, 'forbidden'],
  ['an unknown revision', 'e9', 'svc-key-ada-admin', 404, 'revision_not_found'],
  ['a blob outside the scope of the key', 'e5', 'svc-key-weights-read', 403, 'forbidden'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/revisions/${starterId(id)}/metadata/tags`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
