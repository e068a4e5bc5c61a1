import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { createEmulator } from '../../host/emulator.ts'
import { HarEntries } from './har.ts'
import { changeEntrySchema, journalEntrySchema, timeEntrySchema } from './journal-entry.ts'

const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const base = 'http://emulator/v1'

interface ArchivedEntry {
  readonly response: { readonly bodySize: number }
  readonly _webSocketMessages?: readonly object[]
}

describe('the journal', () => {
  it('keeps request, answer, caller and what decided it', async () => {
    const emulator = createEmulator()
    await emulator.fetch(`${base}/users/me`, ada)
    const [entry, ...rest] = emulator.journal.entries()
    expect(rest).toEqual([])
    expect(entry).toMatchObject({
      number: 1,
      at: '2026-01-01T00:00:00.000Z',
      via: 'http',
      unit: 'GET /users/:user_id',
      caller: 'ada',
      error: null,
      request: {
        method: 'GET',
        url: '/v1/users/me',
        params: { user_id: '00000000-0000-4000-8000-0000000000a1' },
        body: null,
      },
      response: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { status: 'success', user: { alias: 'ada' } },
      },
      duration: { world_ms: 0 },
      triggers: [],
      notes: [],
    })
    expect(entry!.clauses).toContain('users.get.answers-user')
    expect(entry!.clauses).toContain('identifiers.me.resolves-to-caller')
  })

  it.each([
    [{ lose_response: true }, 'lost', 200],
    [{ drop: true }, 'dropped', 500],
    [{ reset: true }, 'reset', 500],
    [{ truncate: true }, 'cut', 200],
    [{ empty: true }, 'spoiled', 200],
    [{ slow: { bytes_per_second: 1e6 } }, undefined, 200],
  ] as const)('tells that the answer did not reach its client: %j', async (fault, delivery, status) => {
    const emulator = createEmulator()
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [fault] })
    await emulator
      .fetch(`${base}/users/me`, ada)
      .then(
        (answer) => answer.arrayBuffer(),
        () => {},
      )
      .catch(() => {})
    await emulator.fetch(`${base}/orgs/acme`, ada)
    const [entry, whole] = emulator.journal.entries()
    expect(entry).toMatchObject({ response: { status } })
    expect(entry!.delivery).toBe(delivery)
    expect(whole).not.toHaveProperty('delivery')
    expect(emulator.journal.entries({ delivery: 'lost' })).toHaveLength(delivery === 'lost' ? 1 : 0)
    expect(emulator.verify({ status, delivery: 'cut' }).ok).toBe(delivery === 'cut')
  })

  it.each([['{"name":"Chaos"}'], ['{"name":"Ünïcode 🙂"}'], ['\ufeff{"name":"With a mark"}'], ['{"name":']])(
    'keeps the bytes of a body as they came: %j',
    async (text) => {
      const emulator = createEmulator()
      const body = new TextEncoder().encode(text)
      await emulator.fetch(`${base}/orgs`, {
        method: 'POST',
        headers: { ...ada.headers, 'content-type': 'application/json' },
        body,
      })
      const [entry] = emulator.journal.raw()
      expect(entry!.request.body).toEqual(body)
    },
  )

  it('keeps the answer to a call on a socket as it was sent', () => {
    const emulator = createEmulator()
    const sent: string[] = []
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: (text) => sent.push(text),
      close() {},
    })
    for (const call of [
      { id: 'a', params: { session_id: 'run-01' } },
      { id: 7, params: { session_id: 'nothing' } },
      { params: { session_id: 'run-01' } },
    ]) {
      session.receive(JSON.stringify({ jsonrpc: '2.0', method: 'workflow.get_session', ...call }))
    }
    const answers = Array.from(emulator.journal.raw(), ({ response }) => response!.body)
    expect(sent).toHaveLength(2)
    expect(answers.slice(0, 2)).toEqual(sent)
    expect(answers[2]).toBe(sent[0]!.replace('"a"', 'null'))
  })

  it('tells the parts of an answer that were made and never sent', async () => {
    const emulator = createEmulator()
    await emulator.fetch(`${base}/users/me`, { ...ada, method: 'HEAD' })
    await emulator.fetch(`${base}/users/me`, ada)
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: () => {},
      close() {},
    })
    const call = { jsonrpc: '2.0', method: 'workflow.get_session', params: { session_id: 'run-01' } }
    session.receive(JSON.stringify(call))
    session.receive(JSON.stringify({ ...call, id: 1 }))
    const entries = emulator.journal.entries()
    expect(entries.map(({ response }) => response!.unsent)).toEqual(['body', undefined, 'all', undefined])
    expect(entries[0]!.response!.body).toEqual(entries[1]!.response!.body)
    expect(entries[1]!.response).not.toHaveProperty('unsent')
    const archived = JSON.parse(JSON.stringify([...new HarEntries(entries, 'http://emulator')])) as ArchivedEntry[]
    expect(archived.map(({ response }) => response.bodySize > 0)).toEqual([false, true, false, false])
    expect(archived.map(({ _webSocketMessages: messages }) => messages?.length)).toEqual([undefined, undefined, 1, 2])
  })

  it('shows entries as their schema describes them', async () => {
    const emulator = createEmulator({ trace: true })
    await emulator.fetch(`${base}/users/me`, ada)
    await emulator.fetch(`${base}/nothing`, { method: 'HEAD' })
    emulator.triggers.add({ when: { endpoint: '*' }, do: [{ drop: true }] })
    await emulator.fetch(`${base}/users/me`, ada).catch(() => {})
    emulator.clock.advance('10h')
    const shown = JSON.parse(JSON.stringify(emulator.journal.timeline())) as { via: 'http' | 'test' | 'time' }[]
    expect(new Set(shown.map(({ via }) => via))).toEqual(new Set(['http', 'test', 'time']))
    const schemas = { http: journalEntrySchema, test: changeEntrySchema, time: timeEntrySchema }
    for (const entry of shown) v.parse(schemas[entry.via], entry)
  })

  it('shows a number that was refused as it was sent', async () => {
    const emulator = createEmulator()
    const init = { method: 'POST', headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' } }
    const body = '{"session_id":"run-01","key":"n","value":9007199254740993}'
    await emulator.fetch('/v1/workflow/put_session_object', { ...init, body })
    expect(emulator.journal.entries()[0]!.request.body).toMatchObject({ value: '9007199254740993' })
  })

  it('keeps refusals with their code and their near miss', async () => {
    const emulator = createEmulator()
    await emulator.fetch(`${base}/user/me`, ada)
    const [entry] = emulator.journal.entries()
    expect(entry).toMatchObject({ unit: null, error: 'endpoint_not_found', response: { status: 404 }, caller: null })
    expect(entry!.notes[0]).toContain("did you mean '/users/me'?")
    expect(entry!.assumptions).toContain('A-386')
  })

  it.each([
    [
      'an unknown path',
      'GET',
      '/user/me',
      undefined,
      "no endpoint has the path /user/me, did you mean '/users/me'? (A-386)",
    ],
    [
      'a wrong method',
      'DELETE',
      '/users/me/orgs',
      undefined,
      '/users/me/orgs does not take DELETE; it takes GET. (A-393)',
    ],
    ['an unknown field', 'PATCH', '/users/me', { nmae: 'x' }, "nmae: unknown field, did you mean 'name'? (A-38)"],
    [
      'an unknown query parameter',
      'GET',
      '/orgs/acme/blobs?visiblity=public',
      undefined,
      "query parameter 'visiblity' is not known to GET /orgs/:org_id/blobs and was ignored, did you mean 'visibility'? (A-346)",
    ],
    [
      'a page in the query',
      'GET',
      '/users/me/orgs?limit=1',
      undefined,
      "query parameter 'limit' is not known to GET /users/:user_id/orgs and was ignored (pagination.no-query-parameters, A-346)",
    ],
    [
      'a null cursor',
      'POST',
      '/workflow/list_session_objects',
      { session_id: 'run-01', cursor: null },
      /must be a string, not null.*\(pagination\.null-cursor-refused\)/,
    ],
  ])('names what was meant by %s, and the statement that says so', async (_, method, path, json, note) => {
    const emulator = createEmulator()
    await emulator.fetch(`${base}${path}`, {
      method,
      headers: { ...ada.headers, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    const [entry] = emulator.journal.entries()
    expect(entry!.notes).toEqual([typeof note === 'string' ? note : expect.stringMatching(note)])
  })

  it('drops the oldest entries beyond its size, and counts them', async () => {
    const emulator = createEmulator({ journal: { size: 3 } })
    for (const alias of ['ada', 'ben', 'build-bot', 'old-bot', 'me'])
      await emulator.fetch(`${base}/users/${alias}`, ada)
    expect(emulator.journal.entries().map(({ number, request }) => [number, request.url])).toEqual([
      [3, '/v1/users/build-bot'],
      [4, '/v1/users/old-bot'],
      [5, '/v1/users/me'],
    ])
    expect(emulator.journal).toMatchObject({ dropped: 2, length: 3 })
  })

  it('drops the oldest entries beyond its bytes, but never the newest', async () => {
    const emulator = createEmulator({ journal: { bytes: 1_000 } })
    const post = (size: number) => emulator.fetch(`${base}/nothing`, { method: 'POST', body: 'x'.repeat(size) })
    await post(300)
    await post(300)
    expect(emulator.journal.length).toBe(2)
    await post(5_000)
    expect(emulator.journal.entries().map(({ number }) => number)).toEqual([3])
    await post(10)
    expect(emulator.journal.entries().map(({ number }) => number)).toEqual([4])
    expect(emulator.journal.dropped).toBe(3)
  })

  it('is emptied by reset, goes on counting, and starts empty in a fork', async () => {
    const emulator = createEmulator({ journal: { size: 2 } })
    await emulator.fetch(`${base}/users/me`, ada)
    const fork = emulator.fork()
    await fork.fetch(`${base}/users/ben`, ada)
    expect(fork.journal.entries().map(({ number }) => number)).toEqual([1])
    expect(fork.journal.size).toBe(2)
    emulator.reset()
    expect(emulator.journal.entries()).toEqual([])
    await emulator.fetch(`${base}/users/me`, ada)
    expect(emulator.journal.entries().map(({ number }) => number)).toEqual([3])
    expect(emulator.journal.get(2)).toMatchObject({ via: 'test', did: 'test: emulator.reset()' })
  })

  it('tells a listener of each entry until it stops listening', async () => {
    const emulator = createEmulator()
    const heard: number[] = []
    const stop = emulator.journal.listen(({ number }) => heard.push(number))
    await emulator.fetch(`${base}/users/me`, ada)
    stop()
    await emulator.fetch(`${base}/users/me`, ada)
    expect(heard).toEqual([1])
  })

  it('can be switched off', async () => {
    const emulator = createEmulator({ journal: false })
    expect((await emulator.fetch(`${base}/users/me`, ada)).status).toBe(200)
    expect(() => emulator.journal).toThrow('keeps no journal')
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses a size of %s', (size) => {
    expect(() => createEmulator({ journal: { size } })).toThrow('journal.size: expected a positive integer')
  })

  it('names the field that a match got wrong', () => {
    expect(() => createEmulator().journal.entries({ calller: 'ada' } as never)).toThrow(
      "match.calller: unknown field, did you mean 'caller'?",
    )
  })
})
