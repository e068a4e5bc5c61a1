import { describe, expect, it } from 'vitest'
import { createEmulator, type EmulatorError } from '../../index.ts'
import { faultKinds } from '../faults/registry.ts'

const drop = { drop: true }
const kinds = [...faultKinds.map(({ name }) => name), 'chaos', 'under'].join(', ')

function messages(trigger: unknown): string[] {
  const emulator = createEmulator()
  try {
    emulator.triggers.add(trigger as never)
  } catch (error) {
    expect(emulator.triggers.list()).toEqual([])
    return (error as EmulatorError).message.split('\n')
  }
  return []
}

describe('a trigger that is wrong', () => {
  it.each<[unknown, string]>([
    [
      { when: { endpoint: 'GET /usres/me' }, do: drop },
      "when.endpoint: no endpoint 'GET /usres/me', did you mean 'GET /users/",
    ],
    [
      { when: { endpoint: 'GET /v1/users/me' }, do: drop },
      "when.endpoint: no endpoint 'GET /v1/users/me', did you mean 'GET /users/me'?",
    ],
    [{ when: { endpoint: 'PUT /users/me' }, do: drop }, 'when.endpoint: no endpoint'],
    [
      { when: { endpoint: 'GET /users/{user_id}' }, do: drop },
      "when.endpoint: no request has the path of 'GET /users/{user_id}': only `:name` matches any value, did you mean 'GET /users/:user_id'?",
    ],
    [
      { when: { endpoint: 'GET /orgs/*/blobs' }, do: drop },
      "'GET /orgs/*/blobs': only `:name` matches any value, did you mean 'GET /orgs/:org_id/blobs'?",
    ],
    [{ when: { endpoint: 'GET /users/${id}' }, do: drop }, "did you mean 'GET /users/:user_id'?"],
    [
      { when: { endpoint: 'GET /users/me?x=1' }, do: drop },
      "no request has the path of 'GET /users/me?x=1': `params` compares the query, did you mean 'GET /users/me'?",
    ],
    [
      { when: { endpoint: '*' }, do: { insert: { orgs: { alas: 'x' } } } },
      "do.insert.orgs.alas: unknown field, did you mean 'alias'?",
    ],
    [
      { when: { endpoint: '*' }, do: [drop, { update: { orgs: { acme: { visibilty: 'private' } } } }] },
      "do[1].update.orgs.acme.visibilty: unknown field, did you mean 'visibility'?",
    ],
    [
      { when: { endpoint: 'get /users/me' }, do: drop },
      "expected `METHOD /path` or `*`, got 'get /users/me', did you mean `GET /users/me`?",
    ],
    [
      { when: { endpoint: 'users/me' }, do: drop },
      "expected `METHOD /path` or `*`, got 'users/me', did you mean `GET /users/me`?",
    ],
    [
      { when: { endpoint: 'workflow.list_sessions' }, do: drop },
      "expected `METHOD /path` or `*`, got 'workflow.list_sessions': a command is named in `command`",
    ],
    [
      { when: { endpoint: '*' }, do: { fail: 'internal_error' } },
      "do.fail: expected an object, got 'internal_error', did you mean `{ error: 'internal_error' }`?",
    ],
    [
      { when: { endpoint: '*' }, do: { fail: '503' } },
      "do.fail: expected an object, got '503', did you mean `{ status: 503 }`?",
    ],
    [{ when: { endpoint: '*' }, do: { delay: '1 s' } }, 'do.delay: expected a duration such as 300ms, 2s, 1h30m'],
    [{ when: { command: 'workflow.list_sesions' }, do: drop }, "when.command: no command 'workflow.list_sesions'"],
    [
      'GET /users/me',
      "expected an object, got 'GET /users/me', did you mean `{ when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } }`?",
    ],
    [{ when: { method: 'GET' }, do: drop }, "when.method: unknown field, did you mean 'endpoint'?"],
    [{ when: { endpoint: '*', body: {} }, do: drop }, "when.body: unknown field, did you mean 'params'?"],
    [{ when: { endpoint: '*', once: true }, do: drop }, "when.once: unknown field, did you mean 'first'?"],
    [{ when: { endpoint: '*' }, times: 1, do: drop }, "times: unknown field, did you mean 'when.first'?"],
    [
      { when: { endpoint: '*', params: { alias: { startsWith: 'a' } } }, do: drop },
      "when.params.alias.startsWith: unknown matcher (compare a field of this name with `exactly`), did you mean 'matches'?",
    ],
    [{ when: { endpoint: '*' }, fail: { status: 503 } }, "fail: unknown field, did you mean 'do.fail'?"],
    [{ do: { endpoint: '*' }, when: { fail: { status: 503 } } }, "when.fail: unknown field, did you mean 'do.fail'?"],
    [{ do: { endpoint: '*' }, when: {} }, "do.endpoint: no such fault or change, did you mean 'when.endpoint'?"],
    [{ endpoint: '*', do: drop }, "endpoint: unknown field, did you mean 'when.endpoint'?"],
    [{ when: { endpoint: '*' }, nth: 2, do: drop }, "nth: unknown field, did you mean 'when.nth'?"],
    [{ when: { endpoint: '*' }, do: { drop: true, nth: 2 } }, "do.nth: unknown field, did you mean 'when.nth'?"],
    [{ when: { endpoint: '*', do: drop } }, "when.do: unknown field, did you mean 'do'?"],
    [
      { when: { endpoint: '*' }, do: { status: 503 } },
      "do.status: no such fault or change, did you mean 'do.fail.status'?",
    ],
    [{ when: { endpoint: '*' }, do: 'drop' }, "do: expected an object, got 'drop', did you mean `{ drop: true }`?"],
    [
      { when: { endpoint: '*' }, do: ['delay'] },
      "do[0]: expected an object, got 'delay', did you mean `{ delay: … }`?",
    ],
    [
      { when: { endpoint: 'https://api.example.com/v1/users/me' }, do: drop },
      "got 'https://api.example.com/v1/users/me', did you mean `GET /users/me`?",
    ],
    [
      { when: { endpoint: '*', params: { alias: { match: '^a' } } }, do: drop },
      "when.params.alias.match: unknown matcher (compare a field of this name with `exactly`), did you mean 'matches'?",
    ],
    [{ when: {}, do: drop }, 'when: missing, expected `endpoint` or `command`'],
    [
      { when: { endpoint: '*', caller: 'adda' }, do: drop },
      "when.caller: there is no user 'adda', did you mean 'ada'?",
    ],
    [
      { when: { endpoint: '*' }, do: [{ dropp: true }] },
      `do[0].dropp: no such fault or change (known: ${kinds}, insert, update, delete, advance, fail_operation), did you mean 'drop'?`,
    ],
    [
      { when: { endpoint: '*' }, do: [{ drop: true, delay: 1 }] },
      "do[0].delay: a second fault or change beside 'drop': each is an item of its own",
    ],
    [
      { when: { endpoint: '*' }, do: { delete: { table: 'orgs', id: 'acme' } } },
      "do.delete: expected records by table, got an object, did you mean `{ orgs: 'acme' }`?",
    ],
    [
      { when: { endpoint: '*' }, do: { update: { table: 'orgs', id: 'acme', name: 'x' } } },
      'did you mean `{ orgs: { acme: { … } } }`?',
    ],
    [{ when: { endpoint: '*' }, do: { insert: { table: 'orgs', name: 'x' } } }, 'did you mean `{ orgs: { … } }`?'],
    [{ when: { endpoint: '*' }, do: [] }, 'do: '],
    [{ when: { endpoint: '*' }, do: { fail: { error: 'internal_eror' } } }, "did you mean 'internal_error'?"],
    [
      { when: { endpoint: '*' }, do: { fail: { error: 'not_found' } } },
      `not one of the 40 known values: string "not_found" ('revision_not_found', 'user_not_found', 'org_not_found' or 'blob_not_found')`,
    ],
    [
      { when: { endpoint: '*' }, do: { fail: { error: 'teapot' } } },
      `not one of the 40 known values: string "teapot" ('invalid_request_body', 'invalid_cursor',`,
    ],
    [
      { when: { command: 'workflow.list_sessions', params: { org: 'acme' } }, do: drop },
      "when.params.org: workflow.list_sessions takes no 'org', did you mean 'org_id'?",
    ],
    [
      { when: { endpoint: 'GET /blobs/:org_id/:blob_id/revisions', params: { limitt: 5 } }, do: drop },
      "when.params.limitt: GET /blobs/:org_id/:blob_id/revisions takes no 'limitt', did you mean 'limit'?",
    ],
    [{ when: { endpoint: '*' }, do: { delay: 'soon' } }, 'do.delay'],
    [{ when: { endpoint: '*' }, do: { delay: '2s..1s' } }, 'do.delay: expected the shorter delay first, got 2s..1s'],
    [{ when: { endpoint: '*' }, do: { delay: '1s..25h' } }, 'do.delay: expected at most 24h, got 1s..25h'],
    [{ when: { endpoint: '*' }, do: { delay: 1e15 } }, 'do.delay: expected at most 24h, got 1000000000000000'],
    [{ when: { endpoint: '*' }, do: [drop, { delay: '25h' }] }, 'do[1].delay: expected at most 24h, got 25h'],
    [{ when: { endpoint: '*' }, do: { insert: { user: {} } } }, "did you mean 'users'?"],
    [{ when: { endpoint: '*', nth: 0 }, do: drop }, 'when.nth'],
    [{ when: { endpoint: '*', probability: 2 }, do: drop }, 'when.probability'],
    [{ when: { endpoint: '*', between: [4, 2] }, do: drop }, 'when.between: nothing lies between 4 and 2'],
    [
      { when: { endpoint: '*', between: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'] }, do: drop },
      'when.between: nothing lies between',
    ],
    [{ when: { endpoint: '*', via: 'socket' }, do: drop }, 'when.via: an endpoint is never called over a socket'],
    [{ when: { command: '*', via: 'http' }, do: { abort: true } }, 'do.abort: only a socket can show this fault'],
    [
      { when: { command: '*' }, do: [drop, { close: { code: 1006 } }] },
      'do[1].close.code: no close frame may carry 1006; use `abort`',
    ],
    [{ when: { command: '*' }, do: { close: { code: 2000 } } }, 'do.close.code: no close frame may carry 2000'],
    [
      { when: { command: '*' }, do: { close: { code: 1000, reason: 'ä'.repeat(70) } } },
      'do.close.reason: expected at most 123 bytes of UTF-8, got 140',
    ],
    [
      { when: { endpoint: '*' }, do: { fail: { status: 500, headers: { 'Content-Length': '9' } } } },
      'do.fail.headers.Content-Length: the transport sets this header',
    ],
    [
      { when: { endpoint: '*' }, do: { fail: { status: 500, headers: { 'a b': '9' } } } },
      'do.fail.headers["a b"]: \'a b\' is not the name of a header',
    ],
    [
      { when: { endpoint: '*' }, do: { fail: { status: 500, headers: { a: 'x\r\ny' } } } },
      'do.fail.headers.a: a header cannot hold this text',
    ],
    [null, 'expected'],
  ])('%j: %s', (trigger, expected) => {
    expect(messages(trigger).join('\n')).toContain(expected)
  })

  it('names every problem of several, and puts none in force', () => {
    const emulator = createEmulator()
    const good = { when: { endpoint: '*' }, do: { drop: true } } as const
    const wrong = { when: { endpoint: 'GET /nothing' as never, caller: 'nobody' }, do: { drop: true } } as const
    expect(() => emulator.triggers.addAll([good, wrong])).toThrow(/^\[1\]\.when\.endpoint: .*\n\[1\]\.when\.caller: /)
    expect(emulator.triggers.list()).toEqual([])
  })

  it.each([
    { when: { command: '*' }, do: [{ close: { code: 1013, reason: `x${'ä'.repeat(61)}` } }, { hold: true }] },
    {
      when: { endpoint: '*', caller: '00000000-0000-4000-8000-0000000000a1' },
      do: { fail: { status: 502, body: { a: 1 } } },
    },
    {
      name: 'all',
      when: { endpoint: 'GET /users/:whatever', between: [2, 2], first: 3 },
      do: [{ delay: '1h30m' }],
      optional: true,
    },
  ])('%j is right', (trigger) => {
    expect(messages(trigger)).toEqual([])
  })
})
