import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

test('answers the revision', async () => {
  const { api } = direct()
  const { body } = await api.get(`/revisions/${starter.revision.failedDelete}`, 'svc-key-weights-read')
  expect(body).toEqual({
    status: 'success',
    revision: {
      id: starter.revision.failedDelete,
      blob_id: starter.blob.weights,
      number: 2,
      phase: 'commit',
      status: 'failed',
      failed_operation: 'delete',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  })
})

test.each([
  ['an unknown id', starterId('e9'), 'svc-key-ada-admin', 404, 'revision_not_found'],
  ['an id that is no UUID', 'weights', 'svc-key-ada-admin', 404, 'revision_not_found'],
  ['a draft, for a reader', starter.revision.pending, 'svc-key-ben-admin', 403, 'forbidden'],
  ['a blob outside the scope of the key', starter.revision.belowCreatedBlob, 'svc-key-weights-read', 403, 'forbidden'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api } = direct()
  const reply = await api.get(`/revisions/${id}`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
