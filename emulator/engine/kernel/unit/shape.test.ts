import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { anyText } from '../../../../tests/helpers/any-text.ts'
import { createEmulator } from '../../../index.ts'
import { endpoint } from './definition.ts'
import { kernelOf, send, type Answer } from '../../../../tests/helpers/kernel.ts'
import { handle } from '../../../host/dispatch.ts'
import { hostOf } from '../../../host/instance-of.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const things = endpoint({
  method: 'POST',
  path: '/things/:kind',
  summary: 'Unit of this test.',
  clauses: [],
  assumptions: [],
  params: { kind: v.picklist(['small', 'large']) },
  query: { sort: v.optional(v.picklist(['up', 'down'])) },
  body: {
    name: v.string(),
    count: v.optional(count),
    tags: v.optional(v.array(v.strictObject({ key: v.string() }))),
    mode: v.optional(v.picklist(['fast', 'slow']), 'slow'),
  },
  handle: ({ params, query, body }) => ({ params, query, body }),
})
const open = endpoint({
  method: 'PUT',
  path: '/open',
  summary: 'Unit of this test.',
  clauses: [],
  body: {},
  openBody: true,
  handle: ({ body }) => ({ got: Object.entries(body) }),
})
const upload = endpoint({
  method: 'PUT',
  path: '/upload',
  summary: 'Unit of this test.',
  clauses: [],
  transfer: 'upload',
  body: { note: v.optional(v.string()) },
  handle: ({ body, bytes }) => ({ body, size: bytes.length }),
})
const { send: ask } = kernelOf([things, open, upload], {
  settings: { limits: { request_body_bytes: 1000, upload_bytes: 2000 } },
})
const post = (body: string | Uint8Array | null, headers: string[] = [], path = '/things/small'): Answer =>
  ask(path, { method: 'POST', body, headers })

describe('a JSON body', () => {
  it('comes out with its defaults filled in', () => {
    expect(post('{"name": "a", "count": 2}').body).toEqual({
      status: 'success',
      params: { kind: 'small' },
      query: {},
      body: { name: 'a', count: 2, mode: 'slow' },
    })
  })

  it.each<[string, string | Uint8Array | null, RegExp]>([
    ['none at all', null, /^name: missing, expected string$/],
    ['an empty one', '', /^name: missing/],
    ['only white space', '  \n', /^The body is not valid JSON/],
    ['half of one', '{"name": "a"', /^The body is not valid JSON/],
    ['JSON5', "{name: 'a'}", /^The body is not valid JSON/],
    ['a trailing comma', '{"name": "a",}', /^The body is not valid JSON/],
    ['two of them', '{"name": "a"}{"name": "b"}', /^The body is not valid JSON/],
    ['an array', '[{"name": "a"}]', /must be a JSON object, not an array/],
    ['null', 'null', /^expected object, got null/],
    ['text', '"name"', /^expected object, got string "name"/],
    ['a number', '7', /^expected object, got number 7/],
    ['a field that is missing', '{}', /^name: missing, expected string$/],
    ['a field of another type', '{"name": 7}', /^name: expected string, got number 7/],
    ['a field that is null', '{"name": null}', /^name: expected string, got null/],
    ['an unknown field', '{"name": "a", "zzz": 1}', /^zzz: unknown field \(known: name, count, tags, mode\)$/],
    ['a field that was meant to be another', '{"nmae": "a"}', /nmae: unknown field, did you mean 'name'\?/],
    ['a field of another case', '{"Name": "a"}', /Name: unknown field, did you mean 'name'\?/],
    [
      'a word outside its set',
      '{"name": "a", "mode": "fats"}',
      /^mode: expected 'fast' or 'slow', got string "fats", did you mean 'fast'\?/,
    ],
    ['a fraction', '{"name": "a", "count": 1.5}', /^count: expected an? integer|^count: not a valid integer/],
    ['a number out of range', '{"name": "a", "count": 0}', /^count: expected at least 1, got/],
    ['a number no double holds', '{"name": "a", "count": 1e999}', /^count: /],
    [
      'something deep inside',
      '{"name": "a", "tags": [{"key": "k"}, {"key": 1}]}',
      /^tags\[1\]\.key: expected string, got number 1/,
    ],
    [
      'an unknown field deep inside',
      '{"name": "a", "tags": [{"key": "k", "kye": 1}]}',
      /^tags\[0\]\.kye: unknown field/,
    ],
    ['a prototype', '{"name": "a", "__proto__": {"count": 3}}', /__proto__: unknown field/],
    ['a field of every object', '{"name": "a", "constructor": 1}', /constructor: unknown field/],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), /not valid UTF-8/],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), /not valid UTF-8/],
  ])('refuses %s, and says what and where', (_, body, message) => {
    const { status, body: answer } = post(body)
    expect([status, answer.error]).toEqual([400, 'invalid_request_body'])
    expect(answer.message).toMatch(message)
  })

  it('names three problems and counts the rest', () => {
    const { message } = post('{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}').body
    expect(message.split('; ')).toHaveLength(4)
    expect(message).toMatch(/; and 3 more$/)
  })

  it('takes a byte order mark, the last of two equal fields, and lone surrogates', () => {
    expect(post('\ufeff{"name": "a"}').body.body.name).toBe('a')
    expect(post('{"name": "a", "name": "b"}').body.body.name).toBe('b')
    expect(post('{"name": "\\ud800"}').body.body.name).toBe('\ud800')
  })

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/problem+json', 200],
    ['text/json', 415],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['', 415],
    ['json', 415],
  ])("of content type '%s' answers %i", (type, status) => {
    const answer = post('{"name": "a"}', ['Content-Type', type])
    expect(answer.status).toBe(status)
    if (status === 415)
      expect(answer.body).toMatchObject({
        error: 'unsupported_media_type',
        message: expect.stringContaining(`'${type}'`),
      })
  })

  it('of no content type is JSON; two content types are none', () => {
    expect(post('{"name": "a"}').status).toBe(200)
    expect(post('{"name": "a"}', ['content-type', 'application/json', 'content-type', 'text/plain']).status).toBe(415)
  })

  it('is taken up to its limit, counted in bytes', () => {
    const padded = (name: string) => JSON.stringify({ name })
    expect(post(padded('x'.repeat(989))).status).toBe(200)
    for (const body of [padded('x'.repeat(990)), padded('é'.repeat(495)), new Uint8Array(1001)]) {
      const { status, body: answer } = post(body, ['content-type', 'text/plain'])
      expect([status, answer.error, answer.limit]).toEqual([
        413,
        'request_too_large',
        { name: 'request_body_bytes', max: 1000 },
      ])
    }
  })

  it('of GET is not looked at', () => {
    const host = hostOf(createEmulator())
    expect(send(host, '/v1/users/me', { body: '{', headers: ['content-type', 'text/plain'] }).status).toBe(200)
  })
})

describe('path parameters and query', () => {
  it.each([
    ['/things/tiny', /^path parameter kind: expected 'small' or 'large', got string "tiny"/],
    ['/things/Small', /did you mean 'small'/],
    ['/things/small?sort=sideways', /^query parameter sort: expected 'up' or 'down', got string "sideways"/],
    ['/things/small?sort=up&sort=up', /'sort' was given more than once/],
    ['/things/small?sort=', /^query parameter sort/],
  ])('refuses %s', (path, message) => {
    const { status, body } = post('{"name": "a"}', [], path)
    expect([status, body.error]).toEqual([400, 'invalid_request_body'])
    expect(body.message).toMatch(message)
  })

  it.each(['?limit=1', '?SORT=up', '?__proto__=1', '?%', '?=x', '?&&', '?sort%20=up', '?constructor=1', '?a=%FF'])(
    '%s is not known and left alone',
    (query) => {
      expect(post('{"name": "a"}', [], `/things/large${query}`).body.query).toEqual({})
    },
  )

  it('decodes percent-encoding and plus signs in the query', () => {
    expect(post('{"name": "a"}', [], '/things/small?s%6Frt=%75p').body.query).toEqual({ sort: 'up' })
  })

  it('notes near misses of unknown parameters for the journal', () => {
    const emulator = createEmulator()
    void handle(emulator, {
      method: 'GET',
      url: '/v1/orgs/acme/blobs?visiblity=public&limit=1',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      body: null,
    })
    const [entry] = emulator.journal.raw()
    expect(entry!.notes).toEqual([
      expect.stringMatching(/'visiblity' is not known .* did you mean 'visibility'/),
      expect.stringMatching(/'limit' is not known/),
    ])
  })
})

describe('an open body', () => {
  it('keeps every field as data', () => {
    const { body } = ask('/open', {
      method: 'PUT',
      body: '{"a": 1, "constructor": 2, "__proto__": 3, "toString": null}',
    })
    expect(body.got).toEqual([
      ['a', 1],
      ['constructor', 2],
      ['__proto__', 3],
      ['toString', null],
    ])
  })

  it('is an object all the same', () => {
    for (const body of ['[]', '1', '"a"', 'null']) expect(ask('/open', { method: 'PUT', body }).status).toBe(400)
  })
})

describe('an upload', () => {
  const put = (size: number, headers: string[]) =>
    ask('/upload', { method: 'PUT', body: new Uint8Array(size), headers })

  it('takes its JSON from the header and the file from the body', () => {
    expect(put(5, ['X-Request-Body', '{"note": "n"}']).body).toEqual({
      status: 'success',
      body: { note: 'n' },
      size: 5,
    })
    expect(put(2000, ['x-request-body', '{}', 'content-type', 'application/octet-stream']).body.size).toBe(2000)
    expect(ask('/upload', { method: 'PUT', headers: ['x-request-body', '{}'] }).body.size).toBe(0)
  })

  it.each<[string, string[], number, string, RegExp]>([
    ['no header', [], 400, 'invalid_request_body', /X-Request-Body; it was missing/],
    [
      'a header that is no JSON',
      ['x-request-body', '{'],
      400,
      'invalid_request_body',
      /^The header X-Request-Body is not valid JSON/,
    ],
    [
      'the header twice',
      ['x-request-body', '{}', 'x-request-body', '{}'],
      400,
      'invalid_request_body',
      /not valid JSON/,
    ],
    [
      'a header of another shape',
      ['x-request-body', '{"nott": "n"}'],
      400,
      'invalid_request_body',
      /nott: unknown field, did you mean 'note'/,
    ],
    [
      'a content type of JSON',
      ['x-request-body', '{}', 'content-type', 'application/json'],
      415,
      'unsupported_media_type',
      /application\/octet-stream/,
    ],
  ])('refuses %s', (_, headers, status, error, message) => {
    const answer = put(3, headers)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(answer.body.message).toMatch(message)
  })

  it('has a limit of its own', () => {
    expect(put(2001, ['x-request-body', '{}']).body).toMatchObject({
      error: 'request_too_large',
      limit: { name: 'upload_bytes', max: 2000 },
    })
  })
})

describe('a body by its method and its type', () => {
  const taking = (method: 'GET' | 'DELETE') =>
    endpoint({
      method,
      path: '/taking',
      summary: 'Unit of this test.',
      clauses: [],
      body: { a: v.optional(v.string()) },
      handle: ({ body }) => ({ body }),
    })
  const { send: askTaking } = kernelOf([taking('GET'), taking('DELETE')])

  it.each([
    ['GET', 200],
    ['HEAD', 200],
    ['DELETE', 400],
  ] as const)('of %s that is broken is answered %i', (method, status) => {
    expect(askTaking('/taking', { method, body: '{' }).status).toBe(status)
  })

  it('of DELETE is read', () => {
    expect(askTaking('/taking', { method: 'DELETE', body: '{"a": "x"}' }).body.body).toEqual({ a: 'x' })
  })

  it('may come without fields of its own', () => {
    expect(askTaking('/taking', { method: 'DELETE' }).body.body).toEqual({})
  })

  it.each([
    ['xapplication/json', 415],
    ['x application/json', 415],
    ['application/json ;charset=x', 200],
    ['application/json  ;charset=x', 200],
    ['application/json x', 415],
    ['application/jsonx', 415],
  ])("of content type '%s' is answered %i", (type, status) => {
    expect(askTaking('/taking', { method: 'DELETE', body: '{}', headers: ['content-type', type] }).status).toBe(status)
  })

  it.each([
    ['application/octet-stream', 200],
    ['Application/Octet-Stream', 200],
    ['application/octet-stream; a=b', 200],
    ['application/octet-stream ;a=b', 200],
    ['application/octet-stream  ', 200],
    ['xapplication/octet-stream', 415],
    ['application/octet-streamx', 415],
    ['application/octet-stream x', 415],
  ])("of an upload with content type '%s' is answered %i", (type, status) => {
    expect(
      ask('/upload', {
        method: 'PUT',
        body: new Uint8Array(1),
        headers: ['x-request-body', '{}', 'content-type', type],
      }).status,
    ).toBe(status)
  })
})

test('whatever the body is, the answer is an envelope, and a refusal changes nothing', () => {
  const emulator = createEmulator()
  const paths = [
    '/v1/orgs',
    '/v1/users',
    '/v1/api-keys/target/org/acme',
    '/v1/members/target/org/acme',
    '/v1/workflow/list_sessions',
  ]
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .dictionary(fc.constantFrom('name', 'alias', 'role', 'user_id', 'org_id', 'limit', 'x'), fc.jsonValue())
      .map((value) => new TextEncoder().encode(JSON.stringify(value))),
  )
  fc.assert(
    fc.property(fc.constantFrom(...paths), bytes, (path, body) => {
      const { version } = hostOf(emulator).world.state
      const { status, body: answer } = send(hostOf(emulator), path, { method: 'POST', body })
      expect(answer.status).toBe(status === 200 ? 'success' : 'failure')
      if (status !== 200) {
        expect([400, 403, 404, 409]).toContain(status)
        expect(answer).toMatchObject({ error: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) })
        expect(hostOf(emulator).world.state.version).toBe(version)
      }
    }),
    { numRuns: 400 },
  )
})

test('whatever the headers and the path are, the answer is an envelope', () => {
  const host = hostOf(createEmulator())
  const name = fc.constantFrom(
    'x-api-key',
    'X-Api-Key',
    'authorization',
    'content-type',
    'x-request-body',
    'cookie',
    'x',
  )
  const headers = fc.array(fc.tuple(name, anyText()), { maxLength: 6 })
  const path = fc.oneof(
    fc.webPath(),
    anyText(),
    fc.string().map((text) => `/users/${text}`),
    fc.string().map((text) => `/users/me?${text}`),
  )
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH', 'HEAD', 'PURGE'),
      path,
      headers,
      (method, tail, list) => {
        const { status, body } = send(host, `/v1${tail}`, {
          method,
          headers: list.flat(),
          as: null,
          body: method === 'POST' ? '{}' : null,
        })
        expect([400, 401, 404, 405]).toContain(status)
        expect(body).toMatchObject({ status: 'failure', error: expect.any(String), message: expect.any(String) })
      },
    ),
    { numRuns: 400 },
  )
})
