import { expect, test } from 'vitest'
import { direct } from '../../../../tests/conformance/direct.ts'
import { MAX_LEVELS } from '../../checking/json-parts.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([
  [MAX_LEVELS - 1, 200],
  [MAX_LEVELS, 400],
  [400_000, 400],
])('a body with a value of %i levels answers %i and is whole or nothing', async (levels, status) => {
  const { api, emulator } = direct()
  const body = `{"a": 1, "deep": ${nested(levels)}}`
  const reply = await api.request('PUT', '/blobs/acme/weights/metadata/tags', {
    as: 'svc-key-ada-admin',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(reply.status).toBe(status)
  expect(emulator.world.metadata.list({ alias: 'tags' })).toHaveLength(status === 200 ? 2 : 0)
  if (status === 400)
    expect(reply.body).toMatchObject({ error: 'invalid_request_body', message: expect.stringContaining('512') })
})
