/** Input that is too large is refused before it is parsed, and ignored input is counted. */
import { expect, it, vi } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { handle } from '../../emulator/host/dispatch.ts'

const headers = ['x-api-key', 'svc-key-ada-admin', 'content-type', 'application/json']
const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`f${n}`, 1])))

it.each([
  [
    'nests too deeply',
    'POST',
    '/v1/orgs',
    `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
    'The body nests deeper than 512 levels.',
  ],
  ['has too many fields', 'POST', '/v1/orgs', fields, 'The body holds an object with more than 10,000 fields.'],
  // Requirements of these are checked before the shape of their body.
  [
    'has too many fields, where its fields decide about access',
    'PATCH',
    '/v1/blobs/acme/weights',
    fields,
    'The body holds an object with more than 10,000 fields.',
  ],
])('does not parse a body that %s', async (_, method, url, text, message) => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const { status, body } = await handle(createEmulator(), {
      method,
      url,
      headers,
      body: new TextEncoder().encode(text),
    })
    expect({ status, body }).toMatchObject({ status: 400, body: expect.stringContaining(message) as string })
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
})

it('notes fifty unknown query parameters, and counts the others', async () => {
  const emulator = createEmulator()
  const query = Array.from({ length: 1_000 }, (_, n) => `a${n}=1`).join('&')
  expect((await handle(emulator, { method: 'GET', url: `/v1/users/me?${query}`, headers, body: null })).status).toBe(
    200,
  )
  const { notes } = emulator.journal.entries()[0]!
  expect(notes).toHaveLength(51)
  expect([notes[49], notes[50]]).toEqual([
    expect.stringContaining("query parameter 'a49' is not known to GET /users/:user_id and was ignored"),
    expect.stringContaining('950 further query parameters are not known to GET /users/:user_id and were ignored'),
  ])
})
