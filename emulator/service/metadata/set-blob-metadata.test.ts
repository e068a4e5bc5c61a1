import { expect, test } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

const path = '/blobs/acme/weights/metadata/tags'
const put = (api: ReturnType<typeof direct>['api'], json: unknown, as = 'svc-key-bot-write', to = path) =>
  api.request('PUT', to, { as, json })

test('merges by key: a new value keeps the place and time of its entry, other keys stay', async () => {
  const { api } = direct()
  expect((await put(api, { a: 1, b: { deep: [true, null] } })).body).toEqual({ status: 'success' })
  await put(api, { c: 'new', a: 2 })
  expect((await api.get(path, 'svc-key-weights-read')).body).toEqual({
    status: 'success',
    metadata: [
      { alias: 'tags', key: 'a', value: 2, created_at: '2026-01-01T00:00:00.000Z' },
      { alias: 'tags', key: 'b', value: { deep: [true, null] }, created_at: '2026-01-01T00:00:00.000Z' },
      { alias: 'tags', key: 'c', value: 'new', created_at: '2026-01-01T00:00:00.001Z' },
    ],
  })
})

test('every key is data, whatever it is called', async () => {
  const { api } = direct()
  const text = '{"__proto__": 1, "constructor": 2, "prototype": 3, "toString": 4}'
  await api.request('PUT', path, {
    as: 'svc-key-bot-write',
    body: text,
    headers: { 'content-type': 'application/json' },
  })
  const { metadata } = (await api.get(path, 'svc-key-bot-write')).body
  expect(metadata.map((entry: { key: string; value: unknown }) => [entry.key, entry.value])).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
    ['prototype', 3],
    ['toString', 4],
  ])
})

test.each([
  ['an empty key', path, 'svc-key-bot-write', { a: 1, '': 2 }, 400, 'invalid_request_body'],
  ['a list', path, 'svc-key-bot-write', [1], 400, 'invalid_request_body'],
  ['a reader', path, 'svc-key-ben-admin', { a: 1 }, 403, 'forbidden'],
  ['a blob being created', '/blobs/acme/arriving/metadata/tags', 'svc-key-ada-admin', { a: 1 }, 409, 'blob_not_ready'],
  ['a blob being deleted', '/blobs/acme/leaving/metadata/tags', 'svc-key-ada-admin', { a: 1 }, 409, 'blob_not_ready'],
  ['an unknown blob', '/blobs/acme/nothing/metadata/tags', 'svc-key-ada-admin', { a: 1 }, 404, 'blob_not_found'],
])('refuses %s and sets nothing', async (_, to, key, json, status, error) => {
  const { api, emulator } = direct()
  const reply = await put(api, json, key, to)
  expect([reply.status, reply.body.error]).toEqual([status, error])
  expect(emulator.world.metadata.list({ alias: 'tags' })).toEqual([])
})

test('two thousand keys and no more, before one of them is set', async () => {
  const { api } = direct()
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, n]))
  const { status, body } = await put(api, keys(2_001))
  expect([status, body]).toEqual([
    413,
    {
      status: 'failure',
      error: 'request_too_large',
      message: 'A request sets at most 2000 keys of metadata; this one sets 2001.',
      limit: { name: 'metadata_keys_per_request', max: 2_000, current: 2_001 },
    },
  ])
  expect((await api.get(path, 'svc-key-bot-write')).body.metadata).toEqual([])
  expect((await put(api, keys(2_000))).status).toBe(200)
})
