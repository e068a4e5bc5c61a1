import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'

const ADA = { 'x-api-key': 'svc-key-ada-admin' }
const READ = { 'x-api-key': 'svc-key-ada-read' }
const BEN = { 'x-api-key': 'svc-key-ben-admin' }
const BOT = { 'x-api-key': 'svc-key-bot-write' }
const json = { 'content-type': 'application/json' }
const E4 = '00000000-0000-4000-8000-0000000000e4'
type Headers = Readonly<Record<string, string>>

/** Answer of an emulator, with the assumptions that it cites. */
async function ask(emulator: Emulator, line: string, headers: Headers, body?: string) {
  const [method, path] = line.split(' ') as [string, string]
  const sent = body === undefined ? null : new TextEncoder().encode(body)
  const response = await emulator.fetch(`http://emulator/v1${path}`, { method, headers, body: sent })
  const { error = '', message = '' } = (await response.json()) as { error?: string; message?: string }
  return { said: `${response.status} ${error}`.trim(), message }
}

/** Request, its answer as we assume, and that under an alternative that is about the request. */
type Row = readonly [id: string, line: string, headers: Headers, body: string | undefined, ours: string, theirs: string]

it.each<Row>([
  [
    'A-361/1',
    'GET /orgs/zzz',
    { authorization: 'bearer svc-token-ada' },
    undefined,
    '404 org_not_found',
    '401 unauthenticated',
  ],
  [
    'A-361/1',
    'POST /orgs',
    { authorization: 'BEARER svc-token-ada', ...json },
    '{',
    '400 invalid_request_body',
    '401 unauthenticated',
  ],
  [
    'A-361/1',
    'GET /orgs/zzz',
    { authorization: 'Bearer svc-token-ada' },
    undefined,
    '404 org_not_found',
    '404 org_not_found',
  ],
  ['A-415/1', 'POST /orgs', ADA, '{"name":"x","alias":"acme"}', '409 alias_taken', '415 unsupported_media_type'],
  ['A-415/1', 'POST /orgs', READ, '{"name":"x"}', '403 forbidden', '415 unsupported_media_type'],
  ['A-415/1', `PUT /revisions/${E4}/model`, { ...ADA, 'x-request-body': '{}' }, undefined, '200', '200'],
  [
    'A-345/1',
    'POST /orgs',
    { ...ADA, ...json },
    '{"name":"x","name":"y","alias":"acme"}',
    '409 alias_taken',
    '400 invalid_request_body',
  ],
  [
    'A-345/1',
    'POST /workflow/get_session',
    { ...ADA, ...json },
    '{"session_id":"run-01","session_id":"none"}',
    '404 session_not_found',
    '400 invalid_request_body',
  ],
  [
    'A-399/1',
    'PATCH /orgs/acme',
    { ...BEN, ...json },
    '\ufeff{"name":"x"}',
    '403 forbidden',
    '400 invalid_request_body',
  ],
  ['A-154/1', 'POST /orgs', { ...READ, ...json }, '{"name":"x"}', '403 forbidden', '400 invalid_request_body'],
  [
    'A-301/1',
    'POST /workflow/create_session',
    { ...BEN, ...json },
    '{"org_id":"nobody"}',
    '404 org_not_found',
    '400 invalid_request_body',
  ],
  [
    'A-347/1',
    'GET /users/target/user/me',
    { 'x-api-key': 'svc-key-acme-write' },
    undefined,
    '403 forbidden',
    '404 user_not_found',
  ],
  ['A-343/1', 'PATCH /blobs/acme/notes', { ...BOT, ...json }, '{"visibility":null,"name":"n"}', '403 forbidden', '200'],
  ['A-376/1', 'PATCH /blobs/acme/notes', { ...BOT, ...json }, '{"visibility":"x","name":"n"}', '403 forbidden', '200'],
  [
    'A-376/1',
    'PATCH /orgs/acme',
    { ...BEN, ...json },
    '{"visibility":"x"}',
    '400 invalid_request_body',
    '403 forbidden',
  ],
  ['A-376/1', 'GET /orgs/ada-lab/blobs?visibility=x', BEN, undefined, '400 invalid_request_body', '404 org_not_found'],
  [
    'A-54/2',
    'POST /members/target/blob/arriving',
    { ...ADA, ...json },
    '{"user_id":"old-bot","role":"read"}',
    '409 blob_not_ready',
    '409 user_retired',
  ],
  [
    'A-378/1',
    'POST /members/target/org/acme',
    { ...BEN, ...json },
    '{"role":"read"}',
    '400 invalid_request_body',
    '403 forbidden',
  ],
  [
    'A-378/1',
    'POST /members/target/org/nobody',
    { ...ADA, ...json },
    '{}',
    '400 invalid_request_body',
    '404 org_not_found',
  ],
  [
    'A-11/1',
    'POST /workflow/start_execution',
    { 'x-api-key': 'svc-key-acme-write', ...json },
    '{"definition_id":"nightly"}',
    '403 forbidden',
    '404 definition_not_found',
  ],
])('%s: %s with %j and %j', async (id, line, headers, body, ours, theirs) => {
  const other = createEmulator({ settings: { otherwise: [id] } })
  expect([
    (await ask(createEmulator(), line, headers, body)).said,
    (await ask(other, line, headers, body)).said,
  ]).toEqual([ours, theirs])
  if (ours !== theirs)
    expect(other.journal.entries()[0]!.notes).toContainEqual(expect.stringMatching(`^otherwise, ${id}: `))
})

it('a refusal for another reason does not show what let its request pass', async () => {
  const emulator = createEmulator()
  await ask(emulator, 'POST /orgs', READ, '{"name":"x","name":"y"}')
  expect(emulator.journal.entries()[0]!.assumptions).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/A-(154|345|415)/)]),
  )
})

it.each([
  ['A-411/3', 'PATCH /orgs/acme', BEN, '{"name":"x"}', 'This needs write access to'],
  [
    'A-419/1',
    'POST /users/build-bot/acting-token',
    { authorization: 'Bearer svc-token-ada-as-bot' },
    undefined,
    'must not be able to renew itself',
  ],
])('%s: the refusal of %s is true of its world', async (id, line, headers, body, said) => {
  const other = createEmulator({ settings: { otherwise: [id] } })
  expect((await ask(other, line, { ...headers, ...json }, body)).message).toContain(said)
})

it.each([
  ['A-415/1', ADA, 'authentication.api-key', true],
  ['A-361/1', { authorization: 'bearer svc-token-ada', ...json }, 'authentication.bearer-token', false],
])('%s: whether its refusal shows that credentials hold', async (id, headers, clause, shown) => {
  const emulator = createEmulator({ settings: { otherwise: [id] } })
  await ask(emulator, 'POST /orgs', headers, '{"name":"x"}')
  const { clauses, notes } = emulator.journal.entries()[0]!
  expect(notes.join()).toContain(`otherwise, ${id}: `)
  expect((clauses as readonly string[]).includes(clause)).toBe(shown)
})
