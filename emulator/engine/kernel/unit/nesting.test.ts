import { expect, test } from 'vitest'
import { direct } from '../../../../tests/conformance/direct.ts'
import { jsonParts, MAX_LEVELS } from '../../checking/json-parts.ts'
import { nestsTooDeep } from './nesting.ts'

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

test('only values that nest deeper than a request may are too deep', () => {
  const parts = (value: unknown) => jsonParts(JSON.stringify(value))
  const of = (levels: number) => JSON.parse(nested(levels)) as unknown
  const beside = [of(MAX_LEVELS + 1), of(MAX_LEVELS), null, 'x']
  expect(beside.map((value) => nestsTooDeep(value, parts(beside)))).toEqual([true, false, false, false])
  // Parts that are not deep are believed.
  expect(nestsTooDeep(of(MAX_LEVELS + 1), parts(of(MAX_LEVELS)))).toBe(false)
})
