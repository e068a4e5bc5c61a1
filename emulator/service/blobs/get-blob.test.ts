import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

test('by UUID or alias, of blob and organization alike', async () => {
  const { api } = direct()
  for (const org of ['acme', starter.org.acme]) {
    for (const blob of ['weights', starter.blob.weights]) {
      const { body } = await api.get(`/blobs/${org}/${blob}`, 'svc-key-ben-admin')
      expect(body).toEqual({
        status: 'success',
        blob: {
          id: starter.blob.weights,
          org_id: starter.org.acme,
          alias: 'weights',
          name: 'Weights',
          type: 'onnx',
          visibility: 'public',
          condition: 'ready',
          created_at: '2026-01-01T00:00:00.000Z',
        },
      })
    }
  }
})

test.each([
  ['an unknown blob', '/blobs/acme/nothing', 'svc-key-ada-admin', 404, 'blob_not_found'],
  ['a blob of another organization', '/blobs/acme/draft', 'svc-key-ada-admin', 404, 'blob_not_found'],
  ['a blob of a hidden organization', '/blobs/ada-lab/draft', 'svc-key-ben-admin', 404, 'org_not_found'],
  ['what a hidden organization does not hold', '/blobs/ada-lab/nothing', 'svc-key-ben-admin', 404, 'org_not_found'],
  ['a blob outside the scope of the key', '/blobs/acme/notes', 'svc-key-weights-read', 403, 'forbidden'],
])('refuses %s', async (_, path, key, status, error) => {
  const { api } = direct()
  const reply = await api.get(path, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})
