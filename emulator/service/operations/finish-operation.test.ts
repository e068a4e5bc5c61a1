import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'
import { failOperation } from './finish-operation.ts'
import { hostOf } from '../../host/instance-of.ts'

const create = async (api: ReturnType<typeof direct>['api']) =>
  (await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'fresh', type: 'text' })).body

test('takes settings.operation_ms of world time, from the start of the operation', async () => {
  const { api, emulator } = direct({ settings: { operation_ms: 60_000 } })
  const { operation } = await create(api)
  emulator.clock.advance(59_998)
  expect(emulator.world.operations.get(operation.id)?.status).toBe('running')
  emulator.clock.advance('1h')
  expect(emulator.world.operations.get(operation.id)).toMatchObject({
    status: 'succeeded',
    finished_at: '2026-01-01T00:01:00.000Z',
  })
})

test('with operation_ms 0 it has ended by the next request', async () => {
  const { api } = direct({ settings: { operation_ms: 0 } })
  const { operation } = await create(api)
  expect(operation.status).toBe('running')
  expect((await api.get(`/operations/${operation.id}`, 'svc-key-ada-admin')).body.operation.status).toBe('succeeded')
})

test('follows real time where the clock is real', async () => {
  let now = 5_000
  const { api } = direct({ clock: 'real', real: { now: () => now } })
  const { operation } = await create(api)
  const status = async () => (await api.get(`/operations/${operation.id}`, 'svc-key-ada-admin')).body.operation.status
  now += 1_999
  expect(await status()).toBe('running')
  now += 1
  expect(await status()).toBe('succeeded')
})

test('goes on in a fork, a restored snapshot and an imported state', async () => {
  const { api, emulator } = direct()
  const { operation } = await create(api)
  const snapshot = emulator.snapshot()
  const others = [emulator.fork(), direct({ state: JSON.parse(JSON.stringify(emulator.export())) }).emulator]
  emulator.clock.advance('2s')
  emulator.restore(snapshot)
  for (const each of [...others, emulator]) {
    expect(each.world.operations.get(operation.id)?.status).toBe('running')
    each.clock.advance('2s')
    expect(each.world.operations.get(operation.id)?.status).toBe('succeeded')
    expect(each.world.blobs.get('fresh')?.condition).toBe('ready')
  }
})

test('a creation that fails leaves no blob, and its operation to be polled', async () => {
  const { api, emulator } = direct()
  const { operation } = await create(api)
  failOperation(hostOf(emulator).world, operation.id)
  expect((await api.get('/blobs/acme/fresh', 'svc-key-ada-admin')).status).toBe(404)
  expect((await api.get(`/operations/${operation.id}`, 'svc-key-ada-admin')).body.operation).toMatchObject({
    kind: 'create_blob',
    status: 'failed',
    error: 'internal_error',
    target_id: null,
  })
  expect((await create(api)).blob.alias).toBe('fresh')
})

test('a deletion that fails leaves the blob ready', async () => {
  const { api, emulator } = direct()
  const { operation } = (await api.delete('/blobs/acme/weights', 'svc-key-ada-admin')).body
  failOperation(hostOf(emulator).world, operation.id)
  emulator.clock.advance('1h')
  expect(emulator.world.blobs.get('weights')?.condition).toBe('ready')
  expect(emulator.world.revisions.list({ blob_id: starter.blob.weights })).toHaveLength(4)
})

test('only a running operation can be made to fail', async () => {
  const { api, emulator } = direct()
  const { operation } = await create(api)
  emulator.clock.advance('2s')
  const { version } = hostOf(emulator).world.state
  expect(failOperation(hostOf(emulator).world, operation.id)).toBe(false)
  expect(failOperation(hostOf(emulator).world, starterId('ff'))).toBe(false)
  expect(hostOf(emulator).world.state.version).toBe(version)
})

test('a running operation of a fixture ends too; one that has ended stays as it is', () => {
  const revision = starter.revision.pending
  const { emulator } = direct({
    fixtures: [
      'starter',
      {
        fixture: 1,
        name: 'busy',
        records: {
          operations: [
            { kind: 'commit_revision', target: 'revision', target_id: revision },
            {
              kind: 'commit_revision',
              target: 'revision',
              target_id: starter.revision.failedCommit,
              status: 'failed',
              error: 'internal_error',
            },
          ],
        },
      },
    ],
  })
  const [, running, failed] = emulator.world.operations.list()
  expect(running).toMatchObject({ status: 'running', blob_id: starter.blob.weights, org_id: starter.org.acme })
  emulator.clock.advance('2s')
  expect(emulator.world.revisions.get(revision)).toMatchObject({ phase: 'commit', status: 'ready' })
  expect(emulator.world.operations.get(failed!.id)).toEqual(failed)
  expect(emulator.world.revisions.get(starter.revision.failedCommit)).toMatchObject({
    phase: 'draft',
    status: 'failed',
  })
})
