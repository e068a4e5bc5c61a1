import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'
import { hostOf } from '../../host/instance-of.ts'

test('a new blob is creating, and ready once its operation has ended', async () => {
  const { api, emulator } = direct()
  const { status, body } = await api.post('/blobs/acme', 'svc-key-bot-write', {
    alias: 'fresh',
    type: 'dataset',
    name: 'Fresh',
  })
  expect(status).toBe(200)
  expect(body.blob).toMatchObject({
    alias: 'fresh',
    name: 'Fresh',
    type: 'dataset',
    visibility: 'private',
    condition: 'creating',
  })
  expect(body.operation).toMatchObject({
    kind: 'create_blob',
    target: 'blob',
    target_id: body.blob.id,
    status: 'running',
    finished_at: null,
  })
  emulator.clock.advance(1998)
  expect((await api.get('/blobs/acme/fresh', 'svc-key-bot-write')).body.blob.condition).toBe('creating')
  emulator.clock.advance(1)
  expect((await api.get('/blobs/acme/fresh', 'svc-key-bot-write')).body.blob.condition).toBe('ready')
})

test.each([
  [
    'a type the organization has not enabled',
    'ben-lab',
    'svc-key-ben-admin',
    { alias: 'x', type: 'onnx' },
    400,
    'invalid_blob_type',
  ],
  [
    'a type that does not exist',
    'acme',
    'svc-key-ada-admin',
    { alias: 'x', type: 'onxn' },
    400,
    'invalid_request_body',
  ],
  [
    'a visibility that does not exist',
    'acme',
    'svc-key-ada-admin',
    { alias: 'x', type: 'text', visibility: 'secret' },
    400,
    'invalid_request_body',
  ],
  ['no type', 'acme', 'svc-key-ada-admin', { alias: 'x' }, 400, 'invalid_request_body'],
  [
    'an alias of UUID shape',
    'acme',
    'svc-key-ada-admin',
    { alias: '00000000-0000-4000-8000-000000000001', type: 'text' },
    400,
    'invalid_request_body',
  ],
  [
    'an alias that a blob of another organization holds',
    'ben-lab',
    'svc-key-ben-admin',
    { alias: 'weights', type: 'text' },
    409,
    'alias_taken',
  ],
  ['a caller with read only', 'acme', 'svc-key-ben-admin', { alias: 'x', type: 'text' }, 403, 'forbidden'],
  [
    'an organization the caller cannot see',
    'ada-lab',
    'svc-key-ben-admin',
    { alias: 'x', type: 'text' },
    404,
    'org_not_found',
  ],
  ['a key scoped to a blob', 'acme', 'svc-key-weights-read', { alias: 'x', type: 'text' }, 403, 'forbidden'],
])('refuses %s', async (_, org, key, json, status, error) => {
  const { api, emulator } = direct()
  const before = hostOf(emulator).world.state.version
  const reply = await api.post(`/blobs/${org}`, key, json)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(hostOf(emulator).world.state.version).toBe(before)
})

test('names what is allowed, and the limit that is full', async () => {
  const { api } = direct({ settings: { limits: { blobs_per_org: 5 } } })
  const type = await api.post('/blobs/ben-lab', 'svc-key-ben-admin', { alias: 'x', type: 'onnx' })
  expect(type.body.limit).toEqual({ name: 'enabled_blob_types', allowed: ['text'] })
  await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'fifth', type: 'text' })
  const full = await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'sixth', type: 'text' })
  expect(full.status).toBe(403)
  expect(full.body).toMatchObject({ error: 'limit_exceeded', limit: { name: 'blobs_per_org', max: 5, current: 5 } })
})

test('a full organization refuses for its limit, also where the alias is taken', async () => {
  const { api } = direct({ settings: { limits: { blobs_per_org: 4 } } })
  const { status, body } = await api.post('/blobs/acme', 'svc-key-ada-admin', { alias: 'weights', type: 'text' })
  expect([status, body.error]).toEqual([403, 'limit_exceeded'])
})
