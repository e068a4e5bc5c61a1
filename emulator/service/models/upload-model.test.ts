import { expect, test } from 'vitest'
import { direct, starter, starterId } from '../../../tests/conformance/direct.ts'

const model = (id: string) => `/revisions/${starterId(id)}/model`
const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 256)

function upload(
  api: ReturnType<typeof direct>['api'],
  id: string,
  as: string,
  options: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
) {
  return api.request('PUT', model(id), {
    as,
    headers: options.headers ?? { 'x-request-body': '{}' },
    body: options.body ?? bytes,
  })
}

test('stores the file; a second upload takes its place', async () => {
  const { api, emulator } = direct()
  expect((await upload(api, 'e4', 'svc-key-bot-write')).body).toEqual({ status: 'success' })
  await upload(api, 'e4', 'svc-key-bot-write', {
    body: bytes.slice(0, 3),
    headers: { 'x-request-body': '{"opset": 17}', 'content-type': 'application/octet-stream' },
  })
  expect(emulator.world.models.list({ revision_id: starter.revision.pending })).toMatchObject([
    { revision_id: starter.revision.pending, parameters: { opset: 17 } },
  ])
  expect((await api.get(model('e4'), 'svc-key-bot-write')).bytes).toEqual(bytes.slice(0, 3))
})

test('is stored once however many forks share it', async () => {
  const { api, emulator } = direct()
  await upload(api, 'e4', 'svc-key-bot-write')
  const stored = emulator.world.models.list().at(-1)!.data
  const fork = emulator.fork()
  fork.world.revisions.update(starter.revision.pending, { status: 'failed', failed_operation: 'commit' })
  fork.world.models.update(fork.world.models.list().at(-1)!.id, { parameters: { seen: true } })
  expect(fork.world.models.list().at(-1)!.data).toBe(stored)
})

test('an empty file is a model too', async () => {
  const { api } = direct()
  expect((await upload(api, 'e4', 'svc-key-bot-write', { body: new Uint8Array(0) })).status).toBe(200)
  expect((await api.get(model('e4'), 'svc-key-bot-write')).bytes).toHaveLength(0)
})

test.each([
  ['no X-Request-Body', 'e4', 'svc-key-ada-admin', {}, 400, 'invalid_request_body'],
  [
    'an X-Request-Body that is no JSON',
    'e4',
    'svc-key-ada-admin',
    { 'x-request-body': '{' },
    400,
    'invalid_request_body',
  ],
  [
    'an X-Request-Body that is no object',
    'e4',
    'svc-key-ada-admin',
    { 'x-request-body': '[]' },
    400,
    'invalid_request_body',
  ],
  [
    'a content type of its own',
    'e4',
    'svc-key-ada-admin',
    { 'x-request-body': '{}', 'content-type': 'application/json' },
    415,
    'unsupported_media_type',
  ],
  ['a reader', 'e1', 'svc-key-ben-admin', { 'x-request-body': '{}' }, 403, 'forbidden'],
  ['a blob being created', 'e5', 'svc-key-ada-admin', { 'x-request-body': '{}' }, 409, 'blob_not_ready'],
  ['an unknown revision', 'e9', 'svc-key-ada-admin', { 'x-request-body': '{}' }, 404, 'revision_not_found'],
])('refuses %s in the JSON envelope', async (_, id, key, headers: Record<string, string>, status, error) => {
  const { api, emulator } = direct()
  const reply = await upload(api, id, key, { headers })
  expect([reply.status, reply.body.status, reply.body.error]).toEqual([status, 'failure', error])
  expect(emulator.world.models.size).toBe(1)
})

test('a file above the size limit is refused with the limit', async () => {
  const { api, emulator } = direct({ settings: { limits: { upload_bytes: 999 } } })
  const reply = await upload(api, 'e4', 'svc-key-ada-admin')
  expect(reply.status).toBe(413)
  expect(reply.body).toMatchObject({ error: 'request_too_large', limit: { name: 'upload_bytes', max: 999 } })
  expect(emulator.world.models.size).toBe(1)
})
