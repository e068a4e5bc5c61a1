import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../index.ts'
import type { RealtimeSession } from './session.ts'
import { hostOf, instanceOf } from '../../../host/instance-of.ts'

interface Opened {
  readonly emulator: Emulator
  readonly session: RealtimeSession
  readonly sent: string[]
  readonly closed: [number, string][]
  // oxlint-disable-next-line typescript/no-explicit-any
  call(message: unknown): any
}

function open(query = '?api_key=svc-key-ada-admin', headers: string[] = [], emulator = createEmulator()): Opened {
  const sent: string[] = []
  const closed: [number, string][] = []
  const session = emulator.connect({
    url: `/v1/realtime${query}`,
    headers,
    send: (text) => sent.push(text),
    close: (code, reason) => closed.push([code, reason]),
  })
  const call = (message: unknown) => {
    session.receive(typeof message === 'string' ? message : JSON.stringify(message))
    return sent.length === 0 ? undefined : JSON.parse(sent.pop()!)
  }
  return { emulator, session, sent, closed, call }
}

const me = { jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: { org_id: 'acme' } }

describe('credentials of a connection', () => {
  it.each([
    ['a key in the query', '?api_key=svc-key-ada-admin', []],
    ['a token in the query', '?access_token=svc-token-ada', []],
    ['a key in a header', '', ['X-API-Key', 'svc-key-ada-admin']],
    ['a token in a header', '', ['Authorization', 'Bearer svc-token-ada']],
    ['a header, whatever the query says', '?api_key=wrong', ['x-api-key', 'svc-key-ada-admin']],
    ['a token, whatever the key says', '?api_key=wrong&access_token=svc-token-ada', []],
  ])('%s', (_, query, headers) => {
    const { call, closed } = open(query, headers)
    expect(call(me)).toHaveProperty('result')
    expect(closed).toEqual([])
  })

  it.each([
    ['?api_key=wrong', []],
    ['?api_key=', []],
    ['', ['authorization', 'Basic x']],
    ['?api_key=svc-key-ada-admin', ['x-api-key', 'wrong']],
  ])('wrong ones close it (%s %j)', (query, headers) => {
    const { session, sent, closed, emulator } = open(query, headers)
    expect(closed).toEqual([[1008, 'unauthenticated']])
    session.receive(JSON.stringify(me))
    expect(sent).toEqual([])
    expect(hostOf(emulator).connections.size).toBe(0)
  })

  it('are read anew for each call: a key that is deleted meanwhile no longer works', () => {
    const { call, emulator } = open()
    expect(call(me)).toHaveProperty('result')
    emulator.world.api_keys.delete(emulator.world.api_keys.list({ key: 'svc-key-ada-admin' })[0]!.id)
    expect(call(me)).toMatchObject({ error: { data: { error: 'unauthenticated' } } })
  })

  it('a token that expires while the connection is open no longer works', () => {
    const { call, emulator } = open('')
    emulator.world.tokens.insert({ token: 'brief', user: 'ada', expires_at: '2026-01-01T01:00:00.000Z' })
    expect(call({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { access_token: 'brief' } })).toEqual({
      jsonrpc: '2.0',
      result: {},
      id: 1,
    })
    expect(call(me)).toHaveProperty('result')
    emulator.clock.advance('1h')
    expect(call(me).error).toMatchObject({
      code: -32000,
      data: { error: 'unauthenticated' },
      message: expect.stringContaining('expired'),
    })
  })

  it('a token expires though nothing but time has moved', () => {
    const emulator = createEmulator()
    emulator.world.tokens.insert({ token: 'brief', user: 'ada', expires_at: '2026-01-01T00:00:00.002Z' })
    const { call } = open('?access_token=brief', [], emulator)
    const { version } = hostOf(emulator).world.state
    expect([call(me), call(me)]).toMatchObject([{ result: {} }, { result: {} }])
    emulator.clock.advance(2)
    expect(hostOf(emulator).world.state.version).toBe(version)
    expect(call(me)).toMatchObject({ error: { data: { error: 'unauthenticated' } } })
  })

  it('every call rests on what they rest on', () => {
    const { call, emulator } = open('?access_token=svc-token-ada')
    emulator.journal.clear()
    for (let time = 0; time < 3; time++) call(me)
    const [first, ...others] = emulator.journal
      .entries()
      .map(({ clauses, assumptions }) => [...clauses, ...assumptions])
    expect(first).toContain('pagination.record.workflow-list-sessions')
    // No header came with the calls.
    expect(first).not.toContain('authentication.bearer-token')
    // Calls that arrive together with the first show the order of answers, too.
    expect(others.map((each) => each.filter((id) => id !== 'A-316'))).toEqual([first, first])
    expect(others.every((each) => each.includes('A-316'))).toBe(true)
  })

  it('calls of a batch behind session.authenticate are authenticated', () => {
    const { call } = open('')
    const answers = call([
      me,
      { jsonrpc: '2.0', method: 'session.authenticate', params: { api_key: 'svc-key-ada-read' } },
      { ...me, id: 2 },
    ])
    expect(answers).toMatchObject([
      { id: 1, error: { data: { error: 'unauthenticated' } } },
      { id: 2, result: {} },
    ])
  })
})

describe('a session', () => {
  it('is known to its world until it is over, and can be closed by it', () => {
    const { emulator, session, closed, sent } = open()
    expect(hostOf(emulator).connections.size).toBe(1)
    instanceOf(emulator).close()
    expect(closed).toMatchObject([[1001, expect.any(String)]])
    expect(hostOf(emulator).connections.size).toBe(0)
    session.receive(JSON.stringify(me))
    session.closed()
    session.close(1000, '')
    expect(sent).toEqual([])
    expect(closed).toHaveLength(1)
  })

  it('that is over runs no call', () => {
    const { emulator, session } = open()
    session.closed()
    session.receive(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.create_session', params: { org_id: 'acme' } }),
    )
    expect(emulator.journal.entries()).toEqual([])
  })

  it('is closed where the settings refuse it, right credentials or not', () => {
    const { closed } = open(undefined, [], createEmulator({ settings: { sockets: ['unauthenticated'] } }))
    expect(closed).toEqual([[1008, 'unauthenticated']])
  })

  it('refuses the calls of a batch behind 4 MiB of answers, and runs those of the next message', () => {
    const { call, emulator } = open()
    const limit = { name: 'batch_answer', max: 4 * 1024 * 1024 }
    const around = '{"jsonrpc":"2.0","result":"","id":1}'.length
    emulator.triggers.add({
      when: { command: 'workflow.list_sessions' },
      do: { fail: { status: 200, body: 'x'.repeat(limit.max - around) } },
    })
    const ran = { id: 1, result: expect.any(String) }
    const batch = [me, me, { ...me, id: 3 }, { ...me, id: undefined }]
    const message = 'The answers to this batch hold more characters than the limit of 4194304.'
    const error = { code: -32600, message, data: { error: 'limit_exceeded', limit } }
    for (let time = 0; time < 2; time++)
      expect(call(batch)).toEqual([
        { jsonrpc: '2.0', ...ran },
        { jsonrpc: '2.0', ...ran },
        { jsonrpc: '2.0', error, id: 3 },
      ])
  })

  it('leaves one entry in the journal for each call, with what decided it and no secret', () => {
    const { call, emulator } = open()
    emulator.journal.clear()
    call([
      me,
      { jsonrpc: '2.0', method: 'workflow.create_session', params: { org_id: 'acme' } },
      { jsonrpc: '2.0', id: 2, method: 'nothing' },
      7,
    ])
    call({ jsonrpc: '2.0', id: 3, method: 'session.authenticate', params: { api_key: 'svc-key-ada-read' } })
    const entries = emulator.journal.entries()
    expect(entries.map(({ via, unit, caller, error }) => [via, unit, caller, error])).toEqual([
      ['socket', 'workflow.list_sessions', 'ada', null],
      ['socket', 'workflow.create_session', 'ada', null],
      ['socket', null, null, 'endpoint_not_found'],
      ['socket', null, 'ada', null],
    ])
    expect(entries[0]!.clauses).toContain('pagination.record.workflow-list-sessions')
    expect(entries[0]!.assumptions).toContain('A-5')
    expect([...entries[3]!.clauses, ...entries[3]!.assumptions]).toEqual(
      expect.arrayContaining(['keys.scope.user', 'A-4']),
    )
    expect(entries[1]!.duration.world_ms).toBe(1)
    expect(JSON.stringify(entries)).not.toMatch(/svc-key-ada/)
  })

  it('counts a limit on messages in bytes, not in characters', () => {
    const { call, emulator } = open()
    const padded = (text: string) => JSON.stringify({ ...me, pad: text })
    const room = 1_048_576 - padded('').length
    expect(call(padded('x'.repeat(room)))).toHaveProperty('result')
    expect(call(padded('x'.repeat(room + 1)))).toMatchObject({
      error: {
        code: -32600,
        data: { error: 'request_too_large', limit: { name: 'request_body_bytes', max: 1_048_576 } },
      },
    })
    expect(call(padded('é'.repeat(Math.floor(room / 2))))).toHaveProperty('result')
    expect(call(padded('é'.repeat(Math.ceil(room / 2) + 1)))).toMatchObject({ error: { code: -32600 } })
    expect(hostOf(emulator).connections.size).toBe(1)
  })

  it('says what is wrong with a frame, and with parameters', () => {
    const { call, session, sent } = open()
    session.receive(new Uint8Array([1]) as never)
    expect(JSON.parse(sent.pop()!)).toMatchObject({
      error: { code: -32600, data: { reason: 'this API takes text frames; the frame was binary' } },
    })
    expect(call({ ...me, params: ['acme'] })).toMatchObject({
      error: { message: 'workflow.list_sessions takes its parameters by name: send an object, not an array.' },
    })
    expect(
      call({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { api_key: 'a', access_token: 'b' } }).error
        .message,
    ).toContain("expected either 'access_token' or 'api_key', and not both")
  })

  it('an unknown method is noted with what it is like', () => {
    const { call, emulator } = open()
    for (const method of ['list_sessions', 'foobar']) call({ ...me, method })
    expect(
      emulator.journal
        .entries()
        .slice(-2)
        .flatMap(({ notes }) => notes),
    ).toEqual([
      "there is no method 'list_sessions', did you mean 'workflow.list_sessions'? (A-386)",
      "there is no method 'foobar' (A-386)",
    ])
  })

  it('a defect of our own is an internal error, and its text stays with us', () => {
    const { call, emulator } = open()
    Object.defineProperty(hostOf(emulator).world, 'sessions', {
      get: () => {
        throw new Error('secret of the house')
      },
    })
    expect(call(me)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32603, message: expect.not.stringContaining('house'), data: { error: 'internal_error' } },
      id: 1,
    })
    expect(emulator.journal.entries().at(-1)!.defect).toContain('secret of the house')
  })
})

describe('unknown methods', () => {
  it.each([
    ['workflow.list_session', 'workflow.list_sessions'],
    ['list_sessions', 'workflow.list_sessions'],
    ['workflow.listSessions', 'workflow.list_sessions'],
    ['list_schedules', 'scheduler.list_schedules'],
    ['session.authentication', 'session.authenticate'],
  ])('%s: did you mean %s?', (method, near) => {
    expect(open().call({ ...me, method }).error).toEqual({
      code: -32601,
      message: 'Method not found',
      data: { did_you_mean: near },
    })
  })

  it.each(['foobar', '', 'GET /users/me', 'constructor', '__proto__', 'x'.repeat(5000)])(
    '%s is like nothing',
    (method) => {
      expect(open().call({ ...me, method }).error).toEqual({ code: -32601, message: 'Method not found' })
    },
  )
})
