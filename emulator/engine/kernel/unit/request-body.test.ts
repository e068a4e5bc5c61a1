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

const as = 'svc-key-ada-admin'
const json = { 'content-type': 'application/json' }

test.each([
  ['9007199254740993', 'value: the number 9007199254740993 cannot be kept: it has more digits than a double holds'],
  ['{"a":[1e999]}', 'value.a[0]: the number 1e999 cannot be kept: it is beyond the largest double'],
])('a number that cannot be kept (%s) is refused with its place, and nothing is put', async (value, message) => {
  const { api, emulator } = direct()
  const body = `{"session_id":"run-01","key":"n","value":${value}}`
  const reply = await api.request('POST', '/workflow/put_session_object', { as, body, headers: json })
  expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request_body'])
  expect(reply.body.message).toContain(message)
  expect(emulator.world.objects.list({ key: 'n' })).toEqual([])
  expect(emulator.journal.entries().at(-1)!.assumptions).toContain('A-342')
})

const file = '/workflow/sessions/run-01/files/notes.txt'
const upload = (header: string, more: Record<string, string> = {}) =>
  direct().api.request('PUT', file, {
    as,
    body: 'bytes',
    headers: { 'content-type': 'application/octet-stream', 'x-request-body': header, ...more },
  })

test('the header of an upload refuses a number that cannot be kept', async () => {
  expect((await upload('{"size":12345678901234567890}')).body).toMatchObject({
    error: 'invalid_request_body',
    message: expect.stringContaining('size: the number 12345678901234567890 cannot be kept'),
  })
})

/** A header as it travels: one character for each byte of UTF-8. */
const raw = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

test.each([raw('{"city":"Zürich 🏔"}'), '{"city":"Z\\u00fcrich \\ud83c\\udfd4"}'])(
  'the header of an upload is UTF-8, raw or escaped: %j',
  async (header) => {
    const { api } = direct()
    const headers = { 'content-type': 'application/octet-stream', 'x-request-body': header }
    await api.request('PUT', file, { as, body: 'bytes', headers })
    const sent = JSON.parse((await api.get(file, as)).headers.get('x-response-body')!)
    expect(sent.file.parameters).toEqual({ city: 'Zürich 🏔' })
  },
)

test('the header of an upload in Latin-1 is refused', async () => {
  expect((await upload('{"city":"Z\xfcrich"}')).body).toMatchObject({
    error: 'invalid_request_body',
    message: 'The header X-Request-Body is not valid UTF-8: escape what is beyond ASCII.',
  })
})

test('the header of an upload holds what ordinary clients can read of the download', async () => {
  const fits = JSON.stringify({ text: 'a'.repeat(8_192 - '{"text":""}'.length) })
  expect((await upload(fits)).status).toBe(200)
  expect((await upload(fits.replace('a', 'aa'))).body).toMatchObject({
    error: 'request_too_large',
    limit: { name: 'upload_request_bytes', max: 8_192 },
  })
  // Escaped, each of these letters takes six bytes.
  expect((await upload(raw(JSON.stringify({ text: 'ü'.repeat(1_400) })))).status).toBe(413)
})

test.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x-unknown'])(
  'a body with the Content-Encoding %s is 415, and the answer says what is taken',
  async (encoding) => {
    const { api, emulator } = direct()
    const headers = { ...json, 'content-encoding': encoding }
    const reply = await api.request('POST', '/orgs', { as, body: '{"name":"x"}', headers })
    expect([reply.status, reply.body.error]).toEqual([415, 'unsupported_media_type'])
    expect(reply.body.message).toContain(`Content-Encoding '${encoding}'`)
    expect(reply.headers.get('accept-encoding')).toBe('identity')
    expect(emulator.journal.entries().at(-1)!.assumptions).toContain('A-88')
    expect((await upload('{}', { 'content-encoding': encoding })).status).toBe(415)
  },
)

test('a body with the Content-Encoding identity is taken', async () => {
  const headers = { ...json, 'content-encoding': 'Identity' }
  expect((await direct().api.request('POST', '/orgs', { as, body: '{"name":"x"}', headers })).status).toBe(200)
})
