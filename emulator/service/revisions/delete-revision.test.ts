import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { failOperation } from '../operations/finish-operation.ts'
import { hostOf } from '../../host/instance-of.ts'

const committed = starter.revision.committed

test('is pending, then gone with what hangs on it; its operation can still be polled', async () => {
  const { api, emulator } = direct()
  emulator.world.metadata.insert({ target: 'revision', target_id: committed, alias: 'tags', key: 'a', value: 1 })
  const { body } = await api.delete(`/revisions/${committed}`, 'svc-key-ada-admin')
  expect(body.operation).toMatchObject({ kind: 'delete_revision', target_id: committed, status: 'running' })
  expect((await api.get(`/revisions/${committed}`, 'svc-key-ada-admin')).body.revision).toMatchObject({
    phase: 'commit',
    status: 'pending',
  })
  emulator.clock.advance('2s')
  expect((await api.get(`/revisions/${committed}`, 'svc-key-ada-admin')).body.error).toBe('revision_not_found')
  expect(emulator.world.metadata.list({ target: 'revision' })).toEqual([])
  expect((await api.get(`/operations/${body.operation.id}`, 'svc-key-weights-read')).body.operation).toMatchObject({
    status: 'succeeded',
    target: 'revision',
    target_id: null,
  })
})

test.each([
  ['a commit', 'e1', 'commit'],
  ['a draft', 'e4', 'draft'],
  ['one that failed before', 'e3', 'draft'],
])('a deletion of %s that fails leaves it failed in its phase', async (_, id, phase) => {
  const { api, emulator } = direct()
  const { body } = await api.delete(`/revisions/${starterId(id)}`, 'svc-key-ada-admin')
  failOperation(hostOf(emulator).world, body.operation.id, 'storage_lost')
  expect(emulator.world.revisions.get(starterId(id))).toMatchObject({
    phase,
    status: 'failed',
    failed_operation: 'delete',
  })
  expect(emulator.world.operations.get(body.operation.id)).toMatchObject({
    status: 'failed',
    error: 'storage_lost',
    target_id: starterId(id),
  })
})

test.each([
  ['write is not enough', 'e1', 'svc-key-bot-write', 403, 'forbidden'],
  ['a blob being deleted', 'e6', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['an unknown id', 'e9', 'svc-key-ada-admin', 404, 'revision_not_found'],
])('refuses: %s', async (_, id, key, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.delete(`/revisions/${starterId(id)}`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.operations.list({ status: 'running' })).toEqual([])
})
