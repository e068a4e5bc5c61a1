import { describe, expect, it } from 'vitest'
import { createEmulator } from '../host/emulator.ts'
import { replay, transcriptOf, type ReplayResult, type Scenario } from './index.ts'
import { InProcessTarget } from './targets/in-process.ts'

const head = { scenario: 1, name: 'a-scenario', about: 'Shows something.' } as const

function play(rest: Partial<Scenario>): Promise<ReplayResult> {
  return replay({ ...head, world: { generate: { sessions: { count: 25, alias: 'extra-{n}', org: 'acme' } } }, ...rest })
}

function reasons({ steps, problems }: ReplayResult): string[] {
  return [
    ...steps.flatMap(({ number, reasons: each, status }) =>
      status === 'failed' ? each.map((reason) => `${number}: ${reason}`) : [],
    ),
    ...problems,
  ]
}

const asAda = { as: 'svc-key-ada-admin' } as const

describe('http steps', () => {
  it('pass when the answer is what is expected, and go on as the same caller', async () => {
    const result = await play({
      steps: [
        {
          http: 'GET /users/me',
          ...asAda,
          expect: { status: 200, body: { status: 'success', user: { alias: 'ada', role: 'owner' } } },
          save: { id: 'body.user.id' },
        },
        {
          http: 'GET /users/${id}',
          expect: { headers: { 'Content-Type': { contains: 'json' } }, body: { user: { id: '${id}', role: 'owner' } } },
        },
        { http: 'GET /users/${id}', as: { bearer: 'svc-token-ben' }, expect: { body: { user: { role: 'read' } } } },
        { http: 'GET /users/me', as: 'none', expect: { status: 401, error: 'unauthenticated' } },
      ],
    })
    expect(reasons(result)).toEqual([])
    expect(result.ok).toBe(true)
    expect(result.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed'])
  })

  it('fail with the path, what was expected and what came; later steps are skipped by name', async () => {
    const result = await play({
      steps: [
        { http: 'GET /users/me', ...asAda, expect: { status: 201, body: { user: { alias: 'ben', role: 'owner' } } } },
        { http: 'GET /users/me' },
      ],
    })
    expect(reasons(result)).toEqual([
      '1: status: expected 201, got 200',
      '1: body.user.alias: expected "ben", got "ada"',
    ])
    expect(result.ok).toBe(false)
    expect(result.steps[1]).toMatchObject({ status: 'skipped', reasons: ['an earlier step failed'] })
  })

  it('without expectations must succeed', async () => {
    const result = await play({ steps: [{ http: 'GET /users/nobody', ...asAda }] })
    expect(reasons(result)).toEqual([
      '1: error: expected none, got "user_not_found"',
      '1: status: expected at most 299, got 404',
    ])
  })

  it('fail when what is to be saved is not there', async () => {
    const result = await play({ steps: [{ http: 'GET /users/me', ...asAda, save: { id: 'body.user.uuid' } }] })
    expect(reasons(result)[0]).toMatch(/^1: \$\{id\} cannot be saved from body\.user\.uuid: body\.user has no uuid/)
  })

  it('send bodies and repeat', async () => {
    const result = await play({
      steps: [
        {
          http: 'PATCH /blobs/acme/notes',
          ...asAda,
          body: { name: 'Renamed' },
          expect: { body: { blob: { name: 'Renamed' } } },
          repeat: 2,
        },
        { http: 'PATCH /blobs/acme/notes', text: '{"half', expect: { status: 400, error: 'invalid_request_body' } },
      ],
    })
    expect(reasons(result)).toEqual([])
  })
})

describe('behind the API', () => {
  it('change and clock act on the world', async () => {
    const result = await play({
      steps: [
        {
          change: [
            { insert: { blobs: { alias: 'new-blob', org: 'acme' } } },
            { update: { blobs: { 'new-blob': { name: 'Renamed' } } } },
          ],
        },
        { http: 'GET /blobs/acme/new-blob', ...asAda, expect: { body: { blob: { name: 'Renamed' } } } },
        { change: { delete: { blobs: 'new-blob' } } },
        { http: 'GET /blobs/acme/new-blob', expect: { status: 404, error: 'blob_not_found' } },
        { clock: { set: '2026-01-02T00:00:00Z' } },
      ],
    })
    expect(reasons(result)).toEqual([])
  })

  it('a change that cannot be made and a clock set back fail the step', async () => {
    expect(reasons(await play({ steps: [{ change: { delete: { orgs: 'nowhere' } } }] }))[0]).toContain(
      "there is no org 'nowhere'",
    )
    expect(reasons(await play({ steps: [{ clock: { set: '2025-01-01T00:00:00Z' } }] }))[0]).toContain('cannot go back')
  })
})

describe('call steps', () => {
  const sessions = { call: 'workflow.list_sessions', params: { org_id: 'acme' } } as const

  it('over the socket and over HTTP have one meaning', async () => {
    const result = await play({
      steps: [
        {
          ...sessions,
          ...asAda,
          expect: { result: { sessions: { length: 10 } } },
          save: { cursor: 'result.last_session_id' },
        },
        {
          ...sessions,
          params: { org_id: 'acme', start_session_id: '${cursor}' },
          via: 'http',
          expect: { status: 200, result: { sessions: { length: 10 } } },
        },
        { ...sessions, params: { org_id: 'acme', limit: 5 }, expect: { error: 'invalid_request_body', code: -32602 } },
        {
          ...sessions,
          params: { org_id: 'acme', limit: 5 },
          via: 'http',
          expect: { status: 400, error: 'invalid_request_body' },
        },
        { ...sessions, as: 'none', expect: { error: 'unauthenticated', code: -32000 } },
        { call: 'workflow.nothing', expect: { code: -32601 } },
      ],
    })
    expect(reasons(result)).toEqual([])
  })

  it('fail readably', async () => {
    const result = await play({ steps: [{ ...sessions, ...asAda, params: { org_id: 'nowhere' } }] })
    expect(reasons(result)).toEqual([
      '1: error: expected none, got "org_not_found"',
      '1: result: expected a value, got nothing',
    ])
  })

  it.each<[object, object]>([
    [{ lose_response: true }, { outcome: 'no_answer', timeout: '1h' }],
    [{ drop: true }, { outcome: 'closed' }],
    [{ abort: true }, { close: { code: 1006 } }],
    [{ close: { code: 4001, reason: 'go away' } }, { close: { code: 4001, reason: 'go away' } }],
    [{ duplicate: true }, { answers: 2 }],
    [{ unknown_id: true }, { outcome: 'no_answer', strays: 1 }],
    [{ malformed: true }, { outcome: 'cut' }],
    [{ fail: { error: 'internal_error' } }, { error: 'internal_error', code: -32603 }],
    [{ delay: '2s' }, { result: { sessions: { length: 10 } } }],
    [{ delay: '2h' }, { outcome: 'no_answer' }],
  ])('%j shows as %j, without waiting', async (fault, { timeout, ...expected }: { timeout?: string }) => {
    const result = await play({
      triggers: [{ when: { command: 'workflow.list_sessions', nth: 2 }, do: fault as never }],
      steps: [
        { ...sessions, ...asAda },
        { ...sessions, ...(timeout && { timeout }), expect: expected },
        { ...sessions, socket: 'another' },
      ],
    })
    expect(reasons(result)).toEqual([])
  })

  it('an answer sent twice that nobody expected is a problem', async () => {
    const result = await play({
      triggers: [{ when: { command: '*', nth: 1 }, do: { duplicate: true } }],
      steps: [{ ...sessions, ...asAda }, sessions],
    })
    expect(result.problems).toEqual([expect.stringMatching(/^unexpected frame: /)])
  })

  it('without waiting: the order of answers can be told', async () => {
    const steps = (first: string, second: string): Scenario['steps'] => [
      { ...sessions, ...asAda, name: 'one', wait: false, expect: { after: first } },
      { ...sessions, name: 'two', ...(second && { expect: { after: second } }) },
    ]
    const triggers: Scenario['triggers'] = [{ when: { command: '*', nth: 1 }, do: { reorder: true } }]
    expect(reasons(await play({ triggers, steps: steps('two', '') }))).toEqual([])
    expect(reasons(await play({ steps: steps('two', '') }))).toEqual([
      expect.stringMatching(/^1: after: expected the answer of 'two' first/),
    ])
  })

  it('a call waits for a socket that is still being opened', async () => {
    const target = new InProcessTarget(createEmulator())
    const connect = target.connect.bind(target)
    target.connect = async (...given) => {
      await new Promise((resolve) => void setImmediate(resolve))
      return connect(...given)
    }
    const result = await replay({ ...head, steps: [{ ...sessions, ...asAda, wait: false }, sessions] }, target)
    expect(reasons(result)).toEqual([])
  })
})

describe('triggers', () => {
  const me = { http: 'GET /users/me', ...asAda } as const
  it.each<[object, object]>([
    [{ drop: true }, { outcome: 'no_answer' }],
    [{ fail: { error: 'internal_error' } }, { status: 500, error: 'internal_error' }],
    [{ fail: { status: 503, body: 'down' } }, { status: 503, text: 'down' }],
    [{ truncate: { bytes: 5 } }, { outcome: 'cut', status: 200, bytes: 5 }],
    [{ empty: true }, { status: 200, bytes: 0 }],
    [{ malformed: true }, { status: 200, body: { is: 'absent' }, bytes: { at_least: 10 } }],
    [{ delay: '10s' }, { outcome: 'no_answer' }],
    [{ slow: { bytes_per_second: 1 } }, { outcome: 'cut' }],
  ])('%j shows as %j', async (fault, expected) => {
    const result = await play({
      triggers: [{ when: { endpoint: 'GET /users/me', nth: 2 }, do: fault as never }],
      steps: [me, { ...me, expect: expected as never }, me],
    })
    expect(reasons(result)).toEqual([])
  })

  it('that never fire fail the replay, unless optional', async () => {
    const trigger = { name: 'late', when: { endpoint: 'GET /users/me', nth: 5 }, do: { drop: true } } as const
    const result = await play({ triggers: [trigger], steps: [me] })
    expect(result.problems).toEqual(['the trigger late never fired: 1 request matched, and it acts on number 5'])
    expect(result.ok).toBe(false)
    expect((await play({ triggers: [{ ...trigger, optional: true }], steps: [me] })).ok).toBe(true)
  })
})

describe('clauses', () => {
  it('that the steps exercise pass, others fail the replay', async () => {
    const steps: Scenario['steps'] = [{ http: 'GET /users/me', ...asAda }]
    expect((await play({ clauses: ['user.role-owner-for-self'], steps })).ok).toBe(true)
    const result = await play({ clauses: ['revision.reset.needs-failed'], steps })
    expect(result.problems).toEqual(['the clause revision.reset.needs-failed was not exercised'])
  })

  it('named on a step must be exercised by that step', async () => {
    const result = await play({
      steps: [
        { http: 'GET /users/me', ...asAda, clauses: ['user.role-owner-for-self'] },
        { http: 'GET /users/ben', clauses: ['user.role-owner-for-self'] },
      ],
    })
    expect(reasons(result)).toEqual(['2: the clause user.role-owner-for-self was not exercised by this step'])
  })
})

it('a failed step says which trigger made its answer, and a step that failed by itself does not', async () => {
  const chaos = { rate: '100%', on: 'reads' } as const
  const down = await play({
    ...asAda,
    triggers: [
      { name: 'down', when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } },
      { when: { endpoint: 'GET /orgs/:org_id' }, do: { chaos } },
    ] as never,
    steps: [{ http: 'GET /orgs/acme', expect: { status: 209 } }],
  })
  expect(down.steps[0]).toMatchObject({ status: 'failed', injected: ["injected by the trigger 'trigger-2'"] })
  const named = await play({
    ...asAda,
    triggers: [{ name: 'down', when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } }],
    steps: [{ http: 'GET /users/me', repeat: 2, expect: { status: 200 } }],
  })
  expect(named.steps[0]).toMatchObject({ status: 'failed', injected: ["injected by the trigger 'down'"] })
  const plain = await play({ ...asAda, steps: [{ http: 'GET /users/me', expect: { status: 209 } }] })
  expect(plain.steps[0]).not.toHaveProperty('injected')
})

it('a trigger that never fired is only noted where steps did not run', async () => {
  const result = await play({
    triggers: [{ name: 'late', when: { endpoint: 'GET /users/me' }, do: { drop: true } }],
    steps: [{ run: 'svc whoami' }],
  })
  expect(result.ok).toBe(true)
  expect(result.notes).toContain('the trigger late never fired: no request came')
})

it('run steps are skipped by name where nothing can run programs', async () => {
  const result = await play({
    clauses: ['client.login.first-profile-becomes-default' as never].filter(() => false),
    steps: [{ run: 'svc whoami' }],
  })
  expect(result.notes).toEqual(['step 1 (svc whoami) did not run: nothing here can run programs'])
})

it('the transcript is the same bytes on every run', async () => {
  const rest: Partial<Scenario> = {
    steps: [
      { http: 'POST /blobs/acme', ...asAda, body: { alias: 'new', type: 'text' }, save: { id: 'body.blob.id' } },
      { http: 'GET /blobs/acme/${id}' },
      { http: 'GET /users/me', expect: { status: 300 } },
    ],
  }
  const first = transcriptOf([await play(rest)])
  expect(transcriptOf([await play(rest)])).toBe(first)
  expect(first).toContain(
    '> POST /blobs/acme\n> content-type: application/json\n> x-api-key: svc-key-ada-admin\n> {"alias":"new","type":"text"}\n< 200\n',
  )
  expect(first).toContain('! status: expected 300, got 200')
})
