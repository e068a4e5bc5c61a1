import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { errors, type ErrorCode } from '../../../contract/errors.ts'
import { Binary, asciiJson } from '../unit/binary.ts'
import { endpoint } from '../unit/definition.ts'
import { createEmulator } from '../../../index.ts'
import { kernelOf } from '../../../../tests/helpers/kernel.ts'

function answering(handle: () => unknown, options = {}, more = {}) {
  return kernelOf(
    [
      endpoint({
        method: 'GET',
        path: '/x',
        summary: 'Unit of this test.',
        clauses: [],
        ...more,
        handle: handle as never,
      }),
    ],
    options,
  ).send('/x')
}

function refusing(error: ApiError, options = {}) {
  return answering(() => {
    throw error
  }, options)
}

test('success: status first, then the fields of the endpoint', () => {
  const { status, headers, text } = answering(() => ({ user: { id: 'a' }, note: null }))
  expect([status, headers['content-type'], text]).toEqual([
    200,
    'application/json',
    '{"status":"success","user":{"id":"a"},"note":null}',
  ])
})

test('nothing to return is the status alone', () => {
  expect(answering(() => undefined).text).toBe('{"status":"success"}')
})

test('a verdict keeps its own status', () => {
  expect(answering(() => ({ status: 'failure', problems: [] }), {}, { verdict: true })).toMatchObject({
    status: 200,
    text: '{"status":"failure","problems":[]}',
  })
})

test.each(Object.entries(errors))('%s answers its status, its code and prose', (code, row) => {
  const { status, body } = refusing(new ApiError(code as ErrorCode))
  expect([status, body]).toEqual([row.status, { status: 'failure', error: code, message: row.message }])
  expect(row.message).toMatch(/^[A-Z].*\.$/)
})

test('a limit, further fields and the Allow header', () => {
  const limit = { name: 'orgs_per_user', max: 1, current: 1 }
  expect(refusing(new ApiError('limit_exceeded', 'Full.', { limit, extra: { hint: 'x' } })).body).toEqual({
    status: 'failure',
    error: 'limit_exceeded',
    message: 'Full.',
    limit,
    hint: 'x',
  })
  expect(refusing(new ApiError('method_not_allowed', 'No.', { allow: ['GET', 'PUT'] })).headers['allow']).toBe(
    'GET, PUT',
  )
})

test('settings move the statuses that the specification does not state', () => {
  const settings = { statuses: { invalid_request_body: 422, limit_exceeded: 429 } }
  expect(refusing(new ApiError('invalid_request_body'), { settings }).status).toBe(422)
  expect(refusing(new ApiError('limit_exceeded'), { settings }).status).toBe(429)
  expect(refusing(new ApiError('alias_taken'), { settings }).status).toBe(409)
})

test('a file is the body, and its envelope a header that any HTTP stack carries', () => {
  const { status, headers, text } = answering(() => new Binary(new Uint8Array([1, 2, 3]), { name: 'Zoë 🙂\u007f\n"' }))
  expect([status, headers['content-type'], text]).toEqual([200, 'application/octet-stream', ''])
  expect(headers['x-response-body']).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(headers['x-response-body']!)).toEqual({ status: 'success', name: 'Zoë 🙂\u007f\n"' })
  expect(asciiJson({ a: 'é' })).toBe('{"a":"\\u00e9"}')
})

test.each([
  ['forbiden', /forbiden: unknown field/],
  ['forbidden', /forbidden: unknown field/],
  ['invalid_limits', /did you mean 'invalid_limit'/],
])('settings move no other status: %s is refused', (code, message) => {
  expect(() => createEmulator({ settings: { statuses: { [code]: 418 } } as never })).toThrow(message)
})

test('what an answer shows of the envelope', () => {
  const shown = (answer: { headers: Readonly<Record<string, string>> }) =>
    [answer.headers['x-svc-emulator-clauses'], answer.headers['x-svc-emulator-assumptions']].join(', ').split(', ')
  const explain = { explain: true }
  const empty = shown(answering(() => undefined, explain))
  const fields = shown(answering(() => ({ a: 1 }), explain))
  const nothing = ['envelope.nothing-to-return-is-status-only', 'envelope.no-bare-empty-object']
  const beside = 'envelope.success-fields-beside-status'
  expect(empty).toEqual(expect.arrayContaining(nothing))
  expect(empty).not.toContain(beside)
  expect(fields).toContain(beside)
  for (const clause of nothing) expect(fields).not.toContain(clause)

  const verdict = 'envelope.check-definition.answers-200'
  expect(shown(answering(() => ({ status: 'failure' }), explain, { verdict: true }))).toContain(verdict)
  expect(shown(answering(() => ({ status: 'success' }), explain, { verdict: true }))).not.toContain(verdict)

  expect(shown(answering(() => new Binary(new Uint8Array(1)), explain))).toEqual(
    expect.arrayContaining(['envelope.binary.file-is-the-body', 'A-25']),
  )
})

test('what a refusal shows of its status, its code and its limit', () => {
  const shown = (error: ApiError) => {
    const { headers } = refusing(error, { explain: true })
    return [headers['x-svc-emulator-clauses'], headers['x-svc-emulator-assumptions']].join(', ').split(', ')
  }
  const limit = { name: 'orgs_per_user', max: 1, current: 1 }
  expect(shown(new ApiError('invalid_limit'))).toContain('A-6')
  expect(shown(new ApiError('forbidden'))).not.toContain('A-6')
  const documented = { cites: ['users.update.others-refused'] } as const
  expect(shown(new ApiError('forbidden', undefined, documented))).toContain('errors.forbidden-is-403')
  expect(shown(new ApiError('forbidden', undefined, { cites: ['A-153'] }))).not.toContain('errors.forbidden-is-403')
  expect(shown(new ApiError('user_retired'))).not.toContain('errors.forbidden-is-403')
  const limited = shown(new ApiError('limit_exceeded', 'Full.', { limit }))
  expect(limited).toEqual(
    expect.arrayContaining(['A-8', 'envelope.limit.names-the-limit', 'envelope.limit.with-limit-exceeded']),
  )
  expect(shown(new ApiError('limit_exceeded'))).not.toContain('A-8')
  const other = shown(new ApiError('alias_taken', 'Full.', { limit }))
  expect(other.filter((id) => id.startsWith('envelope.limit.'))).toEqual(['envelope.limit.names-the-limit'])
  const stable = 'envelope.error-code-is-stable'
  for (const [code, { source, ...row }] of Object.entries(errors)) {
    const isNamed = !source.startsWith('A-') && source !== 'emulator' && !('severalCases' in row)
    expect(shown(new ApiError(code as ErrorCode)).includes(stable), code).toBe(isNamed)
  }
  const unknownField = new ApiError('invalid_request_body', undefined, { cites: ['A-38'] })
  expect(shown(unknownField)).not.toContain(stable)
  const nullCursor = new ApiError('invalid_request_body', undefined, { cites: ['pagination.null-cursor-refused'] })
  expect(shown(nullCursor)).toContain(stable)
})

test('the answer of a command cites the assumption that it can be called over HTTP', async () => {
  const emulator = createEmulator()
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const ask = { method: 'POST', headers, body: '{"org_id":"acme"}' }
  await emulator.fetch('http://emulator/v1/workflow/list_sessions', ask)
  await emulator.fetch('http://emulator/v1/users/me', { headers })
  expect(emulator.journal.entries({ assumption: 'A-1' }).map(({ unit }) => unit)).toEqual(['workflow.list_sessions'])
})
