import { expect, test } from 'vitest'
import { direct, starterId } from '../conformance/direct.ts'

test('a new revision is a draft, ready, with the next number', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/blobs/acme/weights/revisions', 'svc-key-bot-write', { note: 'second try' })
  expect(status).toBe(200)
  expect(body.revision).toEqual({
    id: body.revision.id, blob_id: starterId('d1'), number: 5, phase: 'draft', status: 'ready', failed_operation: null,
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(emulator.world.revisions.get(body.revision.id)?.note).toBe('second try')
})

test('the first revision of a blob has number 1', async () => {
  const { api } = direct()
  expect((await api.post('/blobs/acme/notes/revisions', 'svc-key-bot-write')).body.revision.number).toBe(1)
})

test.each([
  ['a caller with read only', '/blobs/acme/weights', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a read key of an admin', '/blobs/acme/weights', 'svc-key-ada-read', 403, 'forbidden'],
  ['a blob that is being created', '/blobs/acme/arriving', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a blob that is being deleted', '/blobs/acme/leaving', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a blob of an organization the caller cannot see', '/blobs/ada-lab/draft', 'svc-key-ben-admin', 404, 'org_not_found'],
])('refuses %s', async (_, blob, key, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.post(`${blob}/revisions`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.revisions.size).toBe(6)
})
