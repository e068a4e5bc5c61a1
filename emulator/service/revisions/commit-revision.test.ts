import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { failOperation } from '../operations/finish-operation.ts'
import { hostOf } from '../../host/instance-of.ts'

const draft = starter.revision.pending

test('a draft is pending, then committed', async () => {
  const { api, emulator } = direct()
  const { body } = await api.post(`/revisions/${draft}/commit`, 'svc-key-bot-write')
  expect(body.operation).toMatchObject({
    kind: 'commit_revision',
    target: 'revision',
    target_id: draft,
    status: 'running',
  })
  expect(emulator.world.revisions.get(draft)).toMatchObject({ phase: 'draft', status: 'pending' })
  emulator.clock.advance('2s')
  expect(emulator.world.revisions.get(draft)).toMatchObject({
    phase: 'commit',
    status: 'ready',
    failed_operation: null,
  })
  expect((await api.get(`/operations/${body.operation.id}`, 'svc-key-bot-write')).body.operation).toMatchObject({
    status: 'succeeded',
    target_id: draft,
    error: null,
    finished_at: '2026-01-01T00:00:02.000Z',
  })
})

test('a commit that fails leaves a failed draft, which a reset and another commit bring through', async () => {
  const { api, emulator } = direct()
  const { body } = await api.post(`/revisions/${draft}/commit`, 'svc-key-bot-write')
  expect(failOperation(hostOf(emulator).world, body.operation.id)).toBe(true)
  expect(emulator.world.revisions.get(draft)).toMatchObject({
    phase: 'draft',
    status: 'failed',
    failed_operation: 'commit',
  })
  emulator.clock.advance('1h')
  expect((await api.get(`/operations/${body.operation.id}`, 'svc-key-bot-write')).body.operation).toMatchObject({
    status: 'failed',
    error: 'internal_error',
    finished_at: '2026-01-01T00:00:00.001Z',
  })
  expect((await api.post(`/revisions/${draft}/commit`, 'svc-key-bot-write')).body.error).toBe('revision_not_ready')
  expect((await api.post(`/revisions/${draft}/reset`, 'svc-key-bot-write')).status).toBe(200)
  expect((await api.post(`/revisions/${draft}/commit`, 'svc-key-bot-write')).status).toBe(200)
  emulator.clock.advance('2s')
  expect(emulator.world.revisions.get(draft)).toMatchObject({ phase: 'commit', status: 'ready' })
})

test.each([
  ['a committed revision', 'e1', 'svc-key-ada-admin', 409, 'revision_not_draft'],
  ['a failed draft', 'e3', 'svc-key-ada-admin', 409, 'revision_not_ready'],
  ['a revision of a blob being created, before its own state', 'e5', 'svc-key-ada-admin', 409, 'blob_not_ready'],
  ['a reader', 'e4', 'svc-key-ben-admin', 403, 'forbidden'],
  ['an unknown id', 'e9', 'svc-key-ada-admin', 404, 'revision_not_found'],
])('refuses %s', async (_, id, key, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.post(`/revisions/${starterId(id)}/commit`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.operations.list({ status: 'running' })).toEqual([])
})

test('while its operation runs a revision refuses commit, delete and another model, and is not failed', async () => {
  const { api } = direct()
  await api.post(`/revisions/${draft}/commit`, 'svc-key-ada-admin')
  const replies = [
    await api.post(`/revisions/${draft}/commit`, 'svc-key-ada-admin'),
    await api.delete(`/revisions/${draft}`, 'svc-key-ada-admin'),
    await api.request('PUT', `/revisions/${draft}/model`, {
      as: 'svc-key-ada-admin',
      headers: { 'x-request-body': '{}' },
      body: new Uint8Array(1),
    }),
  ]
  expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
    replies.map(() => [409, 'operation_in_progress']),
  )
  expect((await api.post(`/revisions/${draft}/reset`, 'svc-key-ada-admin')).body.error).toBe('revision_not_failed')
})
