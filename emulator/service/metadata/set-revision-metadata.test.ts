import { expect, test } from 'vitest'
import { direct, starterId } from '../../../tests/conformance/direct.ts'

const path = (id: string) => `/revisions/${starterId(id)}/metadata/tags`

test('sets metadata of the revision, not of its blob', async () => {
  const { api } = direct()
  expect((await api.request('PUT', path('e1'), { as: 'svc-key-acme-write', json: { a: 1 } })).body).toEqual({
    status: 'success',
  })
  expect((await api.get(path('e1'), 'svc-key-weights-read')).body.metadata).toMatchObject([{ key: 'a', value: 1 }])
  expect((await api.get('/blobs/acme/weights/metadata/tags', 'svc-key-weights-read')).body.metadata).toEqual([])
})

test.each([
  ['a reader', 'e1', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a blob being created', 'e5', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a blob being deleted', 'e6', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['an unknown revision', 'e9', 'svc-key-ada-admin', 404, 'revision_not_found'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.request('PUT', path(id), { as: key, json: { a: 1 } })
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.metadata.list({ alias: 'tags' })).toEqual([])
})
