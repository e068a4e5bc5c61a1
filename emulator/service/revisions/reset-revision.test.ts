import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test.each([
  ['a failed commit', 'draft', 'commit'],
  ['a failed delete', 'commit', 'delete'],
  ['a failed creation', 'draft', 'create'],
  ['a failed delete of a draft', 'draft', 'delete'],
] as const)('%s becomes ready in its phase, and its cause is cleared', async (_, phase, failed_operation) => {
  const { api, emulator } = direct()
  const { id } = emulator.world.revisions.insert({ blob: 'weights', phase, status: 'failed', failed_operation })
  const reply = await api.post(`/revisions/${id}/reset`, 'svc-key-bot-write')
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ status: 'success' })
  expect(emulator.world.revisions.get(id)).toMatchObject({ phase, status: 'ready', failed_operation: null })
})

// The error rows in their order: each case also has the faults of the rows below it.
test.each([
  ['an unknown id', 'e9', 'svc-key-ben-admin', 404, 'revision_not_found'],
  ['a blob outside the scope of the key, being created', 'e5', 'svc-key-weights-read', 403, 'forbidden'],
  ['no write, and a blob being deleted', 'e6', 'svc-key-ben-admin', 403, 'forbidden'],
  ['no write, and not failed', 'e1', 'svc-key-ben-admin', 403, 'forbidden'],
  ['a key capped at read', 'e3', 'svc-key-ada-read', 403, 'forbidden'],
  ['a blob being created', 'e5', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a blob being deleted', 'e6', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a revision that is ready', 'e1', 'svc-key-ada-admin', 409, 'revision_not_failed'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api, emulator } = direct()
  const before = hostOf(emulator).world.state.version
  const reply = await api.post(`/revisions/${starterId(id)}/reset`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(before)
})

test('blob_not_ready comes before revision_not_failed', async () => {
  const { api, emulator } = direct()
  emulator.world.revisions.update(starter.revision.belowCreatedBlob, { status: 'ready', failed_operation: null })
  expect(
    (await api.post(`/revisions/${starter.revision.belowCreatedBlob}/reset`, 'svc-key-ada-admin')).body.error,
  ).toBe('blob_not_ready')
})

test('a pending revision is not failed (A-54)', async () => {
  const { api, emulator } = direct()
  emulator.world.revisions.update(starter.revision.pending, { status: 'pending' })
  const reply = await api.post(`/revisions/${starter.revision.pending}/reset`, 'svc-key-ada-admin')
  expect([reply.status, reply.body.error]).toEqual([409, 'revision_not_failed'])
})

test('a blob that the user cannot reach at all looks as if there were no such revision, without a word about it (A-9)', async () => {
  const { api, emulator } = direct()
  const { id } = emulator.world.revisions.insert({ blob: 'draft', status: 'failed', failed_operation: 'commit' })
  const reply = await api.post(`/revisions/${id}/reset`, 'svc-key-ben-admin')
  expect([reply.status, reply.body.error]).toEqual([404, 'revision_not_found'])
  expect(reply.body.message).not.toContain('draft')
})

test('once the blob is gone so is the revision: 404', async () => {
  const { api, emulator } = direct()
  emulator.world.blobs.delete('weights')
  expect((await api.post(`/revisions/${starter.revision.failedCommit}/reset`, 'svc-key-ada-admin')).body.error).toBe(
    'revision_not_found',
  )
})
