import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

test('takes everything below along once its operation ends, and the operation stays', async () => {
  const { api, emulator } = direct()
  const { world } = emulator
  const blob = starter.blob.weights
  world.members.insert({ user: 'ben', target: 'blob', target_id: 'weights', role: 'write' })
  world.metadata.insert({
    target: 'revision',
    target_id: starter.revision.committed,
    alias: 'tags',
    key: 'a',
    value: 1,
  })
  const { body } = await api.delete('/blobs/acme/weights', 'svc-key-ada-admin')
  expect(body.operation).toMatchObject({ kind: 'delete_blob', target_id: blob, status: 'running' })
  expect((await api.get('/blobs/acme/weights', 'svc-key-ada-admin')).body.blob.condition).toBe('deleting')
  expect((await api.delete('/blobs/acme/weights', 'svc-key-ada-admin')).body.error).toBe('blob_not_ready')
  emulator.clock.advance('2s')
  expect((await api.get('/blobs/acme/weights', 'svc-key-ada-admin')).body.error).toBe('blob_not_found')
  expect((await api.get('/blobs/acme/weights', 'svc-key-weights-read')).status).toBe(401)
  expect(world.revisions.list({ blob_id: blob })).toEqual([])
  expect(world.members.list({ target_id: blob })).toEqual([])
  expect(world.metadata.size).toBe(0)
  const polled = await api.get(`/operations/${body.operation.id}`, 'svc-key-ada-admin')
  expect(polled.body.operation).toEqual({
    ...body.operation,
    status: 'succeeded',
    target_id: null,
    finished_at: '2026-01-01T00:00:02.000Z',
  })
})

test('needs admin, and a blob that is ready', async () => {
  const { api } = direct()
  expect((await api.delete('/blobs/acme/weights', 'svc-key-bot-write')).body.error).toBe('forbidden')
  expect((await api.delete('/blobs/acme/arriving', 'svc-key-ada-admin')).body.error).toBe('blob_not_ready')
  expect((await api.delete('/blobs/acme/leaving', 'svc-key-ada-admin')).body.error).toBe('blob_not_ready')
})
