import { describe, expect, it } from 'vitest'
import { describe as prose } from '../engine/checking/problems.ts'
import { faultKinds } from '../engine/faults/registry.ts'
import { checkFixture, checkScenario } from './check.ts'
import type { KnownUnit } from '../engine/matching/check-names.ts'

const units: KnownUnit[] = [
  { kind: 'endpoint', id: 'GET /users/:user_id', method: 'GET', path: '/users/:user_id' },
  { kind: 'endpoint', id: 'DELETE /orgs/:id', method: 'DELETE', path: '/orgs/:id' },
  { kind: 'endpoint', id: 'POST /revisions/:id/reset', method: 'POST', path: '/revisions/:id/reset' },
  { kind: 'command', id: 'workflow.list_sessions', method: 'POST', path: '/workflow/list_sessions' },
]

const kinds = [...faultKinds.map(({ name }) => name), 'chaos', 'under'].join(', ')
const head = { scenario: 1, name: 'a-b', about: 'Shows a.' }

function problems(rest: object): string[] {
  return checkScenario({ ...head, ...rest }, units).problems.map(prose)
}

describe('a scenario that is fine', () => {
  it('is given back as it is', () => {
    const document = {
      ...head,
      clauses: ['revision.reset.needs-failed'],
      world: {
        fixtures: ['starter'],
        settings: { unpaginated_bytes: 4096 },
        generate: { sessions: { count: 40, alias: 'x-{n}', org: 'acme' } },
      },
      triggers: [
        {
          when: { endpoint: 'GET /users/me', nth: 2 },
          do: [{ delay: '300ms' }, { fail: { error: 'internal_error' } }],
        },
      ],
      steps: [
        { http: 'GET /users/me', as: 'svc-key-ada-admin', save: { id: 'body.user.id' } },
        {
          call: 'workflow.list_sessions',
          params: { org_id: 'acme' },
          expect: { result: { sessions: { length: 10 } } },
        },
        { http: 'GET /users/${id}?x=1' },
        { http: 'POST /workflow/list_sessions', body: {} },
        { http: 'GET /nowhere', expect: { error: 'endpoint_not_found' } },
        { change: { delete: { orgs: '${id}' } } },
        { clock: { advance: '1h' } },
        { run: 'svc whoami --json --api-url ${api_url}', expect: { exit: 0, stdout: { json: { scope: 'full' } } } },
      ],
    }
    expect(checkScenario(document, units)).toEqual({ value: document, problems: [] })
  })
})

describe('versions and kinds', () => {
  it.each<[unknown, string]>([
    [
      { ...head, scenario: 2 },
      'scenario: unknown version of the scenario format number 2: format 2 is read by svc-emulator 2.0 and later, this release reads format 1',
    ],
    [{ ...head, scenario: '1' }, 'scenario: unknown version of the scenario format string "1", expected 1'],
    [{ fixture: 1, name: 'x' }, 'fixture: this is a fixture, expected a scenario'],
    [[], 'expected a scenario, got an empty array'],
    [{ name: 'x', about: 'y' }, 'scenario: missing, expected 1'],
  ])('%j', (document, expected) => {
    expect(checkScenario(document, units).problems.map(prose)).toEqual([expected])
  })
})

describe('what is wrong', () => {
  it.each<[object, string]>([
    [
      { steps: [{ call: 'workflow.list_sessions', expect: { error: -32602 } }] },
      "steps[0].expect.error: expected a word such as 'invalid_request_body' or 'invalid_cursor', or an object that matches one; got number -32602",
    ],
    [
      { steps: [{ http: 'GET /users/me', expect: { error: 'unauthorised' } }] },
      `steps[0].expect.error: not one of the 40 known values: string "unauthorised" ('unauthenticated')`,
    ],
    [
      { steps: [{ http: 'GET /users/me', expect: { error: 'internal_eror' } }] },
      `steps[0].expect.error: not one of the 40 known values: string "internal_eror", did you mean 'internal_error'?`,
    ],
    [
      { triggers: [{ when: { command: 'list_session' }, do: { drop: true } }] },
      "triggers[0].when.command: no command 'list_session', did you mean 'workflow.list_sessions'?",
    ],
    [{ stepps: [] }, "stepps: unknown field, did you mean 'steps'?"],
    [{ clauses: ['revision.reset.need-failed'] }, "did you mean 'revision.reset.needs-failed'?"],
    [{ world: { record: {} } }, "world.record: unknown field, did you mean 'records'?"],
    [{ world: { records: { session: [] } } }, "world.records.session: unknown field, did you mean 'sessions'?"],
    [{ world: { settings: { unpaginated_byte: 1 } } }, "did you mean 'unpaginated_bytes'?"],
    [
      { world: { clock: 'yesterday' } },
      'world.clock: expected an ISO 8601 time with its zone, such as 2026-01-01T12:00:00Z',
    ],
    [{ world: { generate: { orgs: { count: 1, alias: '{m}' } } } }, 'world.generate.orgs.alias: unknown counter {m}'],
    [{ world: { generate: { orgs: [{ alias: 'x' }] } } }, 'world.generate.orgs[0].count: missing, expected number'],
    [{ world: { records: { orgs: [[]] } } }, 'world.records.orgs[0]: expected object, got an empty array'],
    [{ triggers: [{ when: {}, do: { drop: true } }] }, 'triggers[0].when: missing, expected `endpoint` or `command`'],
    [
      { steps: [{ http: 'get /users/me' }] },
      "steps[0].http: expected `METHOD /path`, got 'get /users/me', did you mean `GET /users/me`?",
    ],
    [{ steps: [{ http: '/users/me' }] }, 'did you mean `GET /users/me`?'],
    [{ steps: [{ http: 'GET users/me' }] }, 'did you mean `GET /users/me`?'],
    [{ steps: [{ http: 'workflow.list_sessions' }] }, "got 'workflow.list_sessions': a command is named in `call`"],
    [{ steps: [{ call: 'GET /users/me' }] }, "got 'GET /users/me': an endpoint is named in `http`"],
    [
      { steps: ['GET /users/me'] },
      "steps[0]: expected an object, got 'GET /users/me', did you mean `{ http: 'GET /users/me' }`?",
    ],
    [{ steps: [{ http: 'GET /users/me', expect: 200 }] }, 'got number 200, did you mean `{ status: 200 }`?'],
    [{ steps: [{ run: 'svc', expect: 1 }] }, 'got number 1, did you mean `{ exit: 1 }`?'],
    [
      { steps: [{ http: 'GET /users/me', status: 200 }] },
      "steps[0].status: unknown field, did you mean 'steps[0].expect.status'?",
    ],
    [{ steps: [{ run: 'svc', exit: 1 }] }, "steps[0].exit: unknown field, did you mean 'steps[0].expect.exit'?"],
    ...['send', 'exit', 'status'].map((word): [object, string] => [
      { steps: [{ [word]: 1 }] },
      `steps[0].${word}: no such step (known: http, call, change, clock, run, release, await)`,
    ]),
    [{ expect: { status: 200 } }, "expect: unknown field, did you mean 'steps[].expect'?"],
    [{ seed: 1 }, "seed: unknown field, did you mean 'world.seed'?"],
    [
      { triggers: [{ when: { endpoint: 'GET /user/me' }, do: { drop: true } }] },
      "triggers[0].when.endpoint: no endpoint 'GET /user/me', did you mean 'GET /users/me'?",
    ],
    [
      { triggers: [{ when: { command: 'workflow.list_session' }, do: { drop: true } }] },
      "did you mean 'workflow.list_sessions'?",
    ],
    [
      { triggers: [{ when: { command: '*' }, do: { dorp: true } }] },
      `triggers[0].do.dorp: no such fault or change (known: ${kinds}, insert, update, delete, advance, fail_operation), did you mean 'drop'?`,
    ],
    [
      { triggers: [{ when: { command: '*' }, do: { fail: 503 } }] },
      'triggers[0].do.fail: expected an object, got number 503, did you mean `{ status: 503 }`?',
    ],
    [
      { triggers: [{ when: '/users/me', do: { drop: true } }] },
      "triggers[0].when: expected an object, got '/users/me', did you mean `{ endpoint: 'GET /users/me' }`?",
    ],
    [
      { triggers: [{ when: 'workflow.*', do: { drop: true } }] },
      "triggers[0].when: expected an object, got 'workflow.*', did you mean `{ command: 'workflow.*' }`?",
    ],
    [
      { triggers: [{ when: { endpoint: '/users/me' }, do: { drop: true } }] },
      "triggers[0].when.endpoint: expected `METHOD /path` or `*`, got '/users/me', did you mean `GET /users/me`?",
    ],
    [{ triggers: [{ when: { command: '*' }, do: [{ fail: { error: 'forbiden' } }] }] }, "did you mean 'forbidden'?"],
    [
      { triggers: [{ when: { endpoint: '*' }, do: [{ drop: true }, { unknown_id: true }] }] },
      'triggers[0].do[1].unknown_id: only a socket can show this fault',
    ],
    [
      { triggers: [{ when: { command: '*', caller: '${x}' }, do: { drop: true } }] },
      'triggers[0].when.caller: variables belong to steps',
    ],
    [{ steps: [{ http: 'GET /users/${id}' }] }, "steps[0].http: no step saves the variable 'id'"],
    [
      { steps: [{ http: 'GET /users/${id}' }, { http: 'GET /users/me', save: { id: 'body.user.id' } }] },
      "steps[0].http: the variable 'id' is saved only by step 2",
    ],
    [
      { steps: [{ http: 'GET /users/me', save: { cursor: 'body.x' } }, { http: 'GET /users/${cursr}' }] },
      "did you mean 'cursor'?",
    ],
    [
      { steps: [{ http: 'GET /users/me', save: { id: 'bdy.user.id' } }] },
      "steps[0].save.id: the outcome of this step has no 'bdy' (it has status, headers, body, text, bytes, envelope, error), did you mean 'body'?",
    ],
    [{ steps: [{ http: 'PUT /users/me' }] }, "steps[0].http: no endpoint 'PUT /users/me': the path takes GET"],
    [{ steps: [{ http: 'POST /revisions/x/rest' }] }, "did you mean 'POST /revisions/x/reset'?"],
    [
      { steps: [{ call: 'scheduler.list_sessions' }] },
      "steps[0].call: no command 'scheduler.list_sessions', did you mean 'workflow.list_sessions'?",
    ],
    [
      { steps: [{ http: 'GET /users/me', expect: { body: { id: { is: 'uid' } } } }] },
      "steps[0].expect.body.id.is: expected 'uuid'",
    ],
    [
      { steps: [{ http: 'GET /users/me', expect: { body: { id: { matches: '(' } } } }] },
      'steps[0].expect.body.id.matches: expected a regular expression, got "("',
    ],
    [
      { steps: [{ run: 'svc', expect: { stdout: { json: { a: { is: 'uid' } } } } }] },
      'steps[0].expect.stdout.json.a.is: ',
    ],
    [
      { steps: [{ run: 'svc', expect: { exit: { at_lest: 1 } } }] },
      `steps[0].expect.exit.at_lest: unknown matcher (compare a field of this name with \`exactly\`), did you mean 'at_least'?`,
    ],
    [{ steps: [{ run: 'svc', expect: { exit: { is: 'intger' } } }] }, "did you mean 'integer'?"],
    [
      { steps: [{ run: 'svc', expect: { any_of: [{ exit: { at_lest: 1 } }] } }] },
      `steps[0].expect.any_of[0].exit.at_lest: unknown matcher`,
    ],
    [
      { steps: [{ run: 'svc', expect: { exit: 0, any_of: [{ exit: 1 }] } }] },
      'steps[0].expect.exit: not together with `any_of`: write it into each of them',
    ],
    [{ steps: [{ run: 'svc', expect: { any_of: [] } }] }, 'steps[0].expect.any_of: expected at least one'],
    [{ steps: [{ run: 'svc', expect: { records: [{ table: 'api_key' }] } }] }, "did you mean 'api_keys'?"],
    [
      { steps: [{ run: 'svc', expect: { records: [{ table: 'api_keys', match: { role: { is: 'strin' } } }] } }] },
      'steps[0].expect.records[0].match.role',
    ],
    [
      { steps: [{ run: 'svc', expect: { records: [{ table: 'orgs', match: { naem: 'x' }, count: 0 }] } }] },
      "steps[0].expect.records[0].match.naem: unknown field, did you mean 'name'?",
    ],
    [
      { steps: [{ run: 'svc', expect: { any_of: [{ records: [{ table: 'orgs', match: { owner: 'ada' } }] }] } }] },
      'steps[0].expect.any_of[0].records[0].match.owner: unknown field',
    ],
    [
      { steps: [{ run: 'svc', expect: { records: [{ table: 'api_keys', count: { atleast: 1 } }] } }] },
      "did you mean 'at_least'?",
    ],
    [{ steps: [{ run: 'svc', expect: { requests: { count: { at_mots: 1 } } } }] }, "did you mean 'at_most'?"],
    [{ steps: [{ run: 'svc', expect: { stdout: { json: { unordered: 3 } } } }] }, 'expected a list, got 3'],
    [{ steps: [{ run: 'svc', expect: { stdout: { json: { not: { is: 'strin' } } } } }] }, "did you mean 'string'?"],
    [{ steps: [{ run: 'svc', expect: { exit: 256 } }] }, 'steps[0].expect.exit'],
    [
      { steps: [{ http: 'GET /users/me', expect: { status: { above: 1 } } }] },
      'steps[0].expect.status: expected a value or a matcher',
    ],
    [
      { steps: [{ http: 'GET /users/me', expect: { body: { exactly: { id: { is: 'uuid' } } } } }] },
      "steps[0].expect.body.exactly.id: inside 'exactly' this is a value and no matcher",
    ],
    [
      { steps: [{ http: 'GET /users/me', body: {}, text: 'x' }] },
      "steps[0].text: a request has one body: 'body' is given already",
    ],
    [
      { steps: [{ call: 'workflow.list_sessions', via: 'http', expect: { code: 1 } }] },
      'steps[0].expect.code: only a socket has one',
    ],
    [{ steps: [{ http: 'GET /users/me', expct: {} }] }, "steps[0].expct: unknown field, did you mean 'expect'?"],
    [
      { steps: [{ clock: { advance: 'soon' } }] },
      'steps[0].clock.advance: expected a duration such as 300ms, 2s, 1h30m',
    ],
    [{ world: { clock: '2026-13-01T00:00:00Z' } }, 'world.clock: expected a day and hour that exist, such as'],
  ])('%j', (rest, expected) => {
    expect(problems(rest)).toContainEqual(expect.stringContaining(expected))
  })

  it('checks what it can of a scenario that has the wrong shape', () => {
    expect(
      problems({
        stepz: [],
        triggers: [
          { when: {}, do: { dorp: true } },
          { when: { endpoint: 'GET /user/me' }, do: { drop: true } },
        ],
        steps: [{ http: 7, save: { id: 'body.user.id' } }, { http: 'GET /users/${id}' }, { http: 'GET /user/me' }],
      }),
    ).toEqual([
      expect.stringMatching(/^triggers\[0\]\.do\.dorp: /),
      'steps[0].http: expected string, got number 7',
      expect.stringMatching(/^stepz: /),
      expect.stringMatching(/^triggers\[1\]\.when\.endpoint: /),
      expect.stringMatching(/^steps\[2\]\.http: /),
    ])
  })

  it('names everything at once', () => {
    expect(
      problems({ steps: [{ http: 'GET /user/me' }, { call: 'x.y', save: { a: 'z' } }, { http: 'GET /users/${q}' }] }),
    ).toHaveLength(4)
  })
})

it('keeps the settings of a scenario to those written, so that they do not hide those of its fixtures', () => {
  const { value } = checkScenario({ ...head, world: { settings: { node_ms: 1 } } })
  expect(value?.world?.settings).toEqual({ node_ms: 1 })
})

it('checkFixture', () => {
  expect(checkFixture({ fixture: 1, name: 'x', records: { orgs: [{ alias: 'a' }] } }).problems).toEqual([])
  expect(checkFixture({ fixture: 1, name: 'x', record: {} }).problems.map(prose)).toEqual([
    "record: unknown field, did you mean 'records'?",
  ])
  expect(checkFixture({ fixture: 3, name: 'x' }).problems.map(prose)[0]).toContain(
    'format 3 is read by svc-emulator 3.0 and later',
  )
})

it.each(['12026-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'])('says that world time ends before %s', (clock) => {
  const { problems } = checkScenario({ scenario: 1, name: 'far', world: { clock } }, [])
  expect(problems).toMatchObject([{ path: ['world', 'clock'], message: 'world time ends with the year 9999' }])
})
