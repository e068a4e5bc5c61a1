import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { direct, starter } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test('a new revision is a draft, ready, with the next number', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/blobs/acme/weights/revisions', 'svc-key-bot-write', { note: 'second try' })
  expect(status).toBe(200)
  expect(body.revision).toEqual({
    id: body.revision.id,
    blob_id: starter.blob.weights,
    number: 5,
    phase: 'draft',
    status: 'ready',
    failed_operation: null,
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
  [
    'a blob of an organization the caller cannot see',
    '/blobs/ada-lab/draft',
    'svc-key-ben-admin',
    404,
    'org_not_found',
  ],
])('refuses %s', async (_, blob, key, status, error) => {
  const { api, emulator } = direct()
  const reply = await api.post(`${blob}/revisions`, key)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.revisions.size).toBe(6)
})

describe('a number that was given is not given again', () => {
  const next = async (api: ReturnType<typeof direct>['api']) =>
    (await api.post('/blobs/acme/weights/revisions', 'svc-key-ada-admin')).body.revision as {
      id: string
      number: number
    }

  test('when the newest revision is deleted, by a request or behind the API, and once more', async () => {
    const { api, emulator } = direct()
    const { id, number } = await next(api)
    expect(number).toBe(5)
    await api.delete(`/revisions/${id}`, 'svc-key-ada-admin')
    emulator.clock.advance('2s')
    expect(emulator.world.revisions.get(id)).toBeUndefined()
    const sixth = await next(api)
    expect(sixth.number).toBe(6)
    emulator.world.revisions.delete(sixth.id)
    expect((await next(api)).number).toBe(7)
    for (const { id: any } of emulator.world.revisions.list({ blob_id: starter.blob.weights }))
      emulator.world.revisions.delete(any)
    expect((await next(api)).number).toBe(8)
  })

  test('after export and import, and in a fork', async () => {
    const { api, emulator } = direct()
    emulator.world.revisions.delete((await next(api)).id)
    const again = createEmulator({ state: emulator.export() })
    expect(again.world.revisions.insert({ blob_id: starter.blob.weights }).number).toBe(6)
    expect(emulator.fork().world.revisions.insert({ blob_id: starter.blob.weights }).number).toBe(6)
  })

  test('when a fixture gave numbers in another order, or changed one', () => {
    const { emulator } = direct()
    const { revisions, blobs } = emulator.world
    const { id: blob_id } = blobs.insert({ org_id: 'acme', alias: 'mixed' })
    for (const number of [3, 12, 2, 1]) revisions.insert({ blob_id, number })
    const last = revisions.insert({ blob_id })
    expect(last.number).toBe(13)
    revisions.update(last.id, { number: 20 })
    revisions.update(last.id, { number: 4 })
    expect(revisions.insert({ blob_id }).number).toBe(21)
  })

  test('and goes with its blob', () => {
    const { emulator } = direct()
    const { blobs, revisions } = emulator.world
    const { id: blob_id } = blobs.insert({ org_id: 'acme', alias: 'short' })
    revisions.delete(revisions.insert({ blob_id }).id)
    expect(hostOf(emulator).world.revision_numbers.size).toBe(1)
    revisions.insert({ blob_id })
    blobs.delete(blob_id)
    expect(hostOf(emulator).world.revision_numbers.size).toBe(0)
  })
})
