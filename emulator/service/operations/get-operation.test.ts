import { expect, test } from 'vitest'
import { direct, starter } from '../../../tests/conformance/direct.ts'

test('answers the operation and none of its internal references', async () => {
  const { api } = direct()
  const { operation } = (await api.post(`/revisions/${starter.revision.pending}/commit`, 'svc-key-ada-admin')).body
  const { status, body } = await api.get(`/operations/${operation.id}`, 'svc-key-weights-read')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'success',
    operation: {
      id: operation.id,
      kind: 'commit_revision',
      target: 'revision',
      target_id: starter.revision.pending,
      status: 'running',
      error: null,
      created_at: '2026-01-01T00:00:00.000Z',
      finished_at: null,
    },
  })
})

test('is seen by who sees the blob; afterwards by its starter and by who sees the organization', async () => {
  const { api, emulator } = direct()
  emulator.world.members.insert({ user: 'ben', target: 'blob', target_id: 'draft', role: 'admin' })
  emulator.world.users.insert({ alias: 'eve' })
  emulator.world.api_keys.insert({
    key: 'svc-key-eve',
    role: 'admin',
    target: 'user',
    target_id: 'eve',
    created_by: 'eve',
  })
  const path = `/operations/${(await api.delete('/blobs/ada-lab/draft', 'svc-key-ben-admin')).body.operation.id}`
  const statuses = async () =>
    Promise.all(
      ['svc-key-ben-admin', 'svc-key-ada-read', 'svc-key-eve', 'svc-key-acme-write'].map(
        async (key) => (await api.get(path, key)).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200, 404, 403])
  emulator.clock.advance('2s')
  expect(emulator.world.blobs.get('draft')).toBeUndefined()
  expect(await statuses()).toEqual([200, 200, 404, 403])
})

test('an unknown id is 404', async () => {
  const { api } = direct()
  expect((await api.get('/operations/nothing', 'svc-key-ada-admin')).body.error).toBe('operation_not_found')
})
