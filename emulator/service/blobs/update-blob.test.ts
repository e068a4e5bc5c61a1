import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

test('changes what is given and nothing else', async () => {
  const { api } = direct()
  const { body } = await api.patch('/blobs/acme/weights', 'svc-key-bot-write', { alias: 'heavy', name: 'Heavy' })
  expect(body.blob).toMatchObject({
    id: starter.blob.weights,
    alias: 'heavy',
    name: 'Heavy',
    visibility: 'public',
    type: 'onnx',
  })
  expect((await api.get('/blobs/acme/weights', 'svc-key-bot-write')).status).toBe(404)
  expect((await api.get('/blobs/acme/heavy', 'svc-key-bot-write')).status).toBe(200)
})

test('may keep its own alias', async () => {
  const { api } = direct()
  expect((await api.patch('/blobs/acme/weights', 'svc-key-ada-admin', { alias: 'weights' })).status).toBe(200)
})

test('an empty change writes nothing', async () => {
  const { api, emulator } = direct()
  const now = emulator.clock.now()
  expect((await api.patch('/blobs/acme/weights', 'svc-key-ada-admin', {})).status).toBe(200)
  expect(emulator.clock.now()).toBe(now)
})

test('visibility is for humans: a key of the account is refused, an acting token is not', async () => {
  const { api } = direct()
  const refused = await api.patch('/blobs/acme/weights', 'svc-key-bot-write', { name: 'Other', visibility: 'private' })
  expect([refused.status, refused.body.error]).toEqual([403, 'forbidden'])
  expect((await api.get('/blobs/acme/weights', 'svc-key-bot-write')).body.blob).toMatchObject({
    name: 'Weights',
    visibility: 'public',
  })
  const acting = await api.patch('/blobs/acme/weights', 'svc-token-ada-as-bot', { visibility: 'private' })
  expect(acting.body.blob.visibility).toBe('private')
})

test.each([
  ['an alias that is taken', 'weights', { alias: 'notes' }, 409, 'alias_taken'],
  ['an alias of UUID shape', 'weights', { alias: starterId('d9') }, 400, 'invalid_request_body'],
  ['a new type', 'weights', { type: 'text' }, 400, 'invalid_request_body'],
  ['a blob that is being created', 'arriving', { name: 'x' }, 409, 'blob_not_ready'],
  ['a blob that is being deleted', 'leaving', { name: 'x' }, 409, 'blob_not_ready'],
])('refuses %s', async (_, blob, json, status, error) => {
  const { api } = direct()
  const reply = await api.patch(`/blobs/acme/${blob}`, 'svc-key-ada-admin', json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
})

test('needs write', async () => {
  const { api } = direct()
  for (const key of ['svc-key-ben-admin', 'svc-key-ada-read']) {
    expect((await api.patch('/blobs/acme/weights', key, { name: 'x' })).status).toBe(403)
  }
})
