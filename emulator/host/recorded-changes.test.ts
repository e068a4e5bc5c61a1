import { expect, it } from 'vitest'
import { createEmulator, type Emulator, type Snapshot, type TimelineEntry } from '../index.ts'
import type { TimelineMatch } from '../engine/journal/timeline-filter.ts'
import { MAX_CHANGES_IN_A_ROW } from '../engine/journal/kept-entries.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

function send(emulator: Emulator, method: string, path: string, body?: unknown): Promise<Response> {
  return emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

function control(emulator: Emulator, method: string, path: string, body?: unknown, via?: string): Promise<Response> {
  return emulator.fetch(`http://127.0.0.1:4010/__emulator${path}`, {
    method,
    headers: { ...headers, ...(via !== undefined && { 'x-emulator-via': via }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const did = (emulator: Emulator) =>
  emulator.journal
    .timeline()
    .filter(({ via }) => via !== 'time')
    .map((entry) => ('did' in entry ? entry.did : (entry.unit ?? '?')))

/** Tables that an entry changed, each with what became of the record. */
function changes({ trace }: Emulator, number: number): string[] {
  const { inserted, changed, deleted } = trace.changes(number)
  return [
    ...inserted.map(({ table, record }) => `+${table} ${String(record['alias'])}`),
    ...changed.map(({ table, fields }) => `~${table} ${fields.map(({ field }) => field).join(',')}`),
    ...deleted.map(({ table, record }) => `-${table} ${String(record['alias'] ?? record['id'])}`),
  ]
}

it.each([true, false])('a change by a test is an entry with its line (trace: %s)', async (trace) => {
  const emulator = createEmulator({ trace })
  emulator.world.users.insert({ alias: 'eve' })
  emulator.world.users.update('eve', { name: 'Eve' })
  emulator.world.users.delete('eve')
  emulator.triggers.add({ name: 'slow', when: { endpoint: '*' }, do: { delay: '1ms' } })
  emulator.triggers.update('trigger-1', { enabled: false })
  emulator.triggers.remove('trigger-1')
  emulator.clock.advance('1h')
  emulator.restore(emulator.snapshot())
  await send(emulator, 'GET', '/users/me')
  expect(did(emulator)).toEqual([
    "test: emulator.world.users.insert({ alias: 'eve' })",
    "test: emulator.world.users.update('eve')",
    "test: emulator.world.users.delete('eve')",
    'test: emulator.triggers.add(slow)',
    "test: emulator.triggers.update('trigger-1')",
    "test: emulator.triggers.remove('trigger-1')",
    "test: emulator.clock.advance('1h')",
    'test: emulator.restore(…)',
    'GET /users/:user_id',
  ])
  expect(emulator.journal.timeline()[6]).toEqual({
    number: 7,
    at: '2026-01-01T00:00:00.000Z',
    via: 'test',
    unit: 'clock.advance',
    did: "test: emulator.clock.advance('1h')",
    caller: null,
    request: null,
    response: null,
    error: null,
    duration: { world_ms: 0, real_ms: 0 },
    clauses: [],
    assumptions: [],
    triggers: [],
    notes: [],
  } satisfies TimelineEntry)
})

it.each([true, false])('what changes nothing is no entry (trace: %s)', (trace) => {
  const emulator = createEmulator({ trace })
  emulator.triggers.clear()
  emulator.triggers.remove('trigger-7')
  emulator.clock.advance(0)
  expect(() => emulator.world.users.insert({ alias: 'ada' })).toThrow('ada')
  expect(() => emulator.world.users.delete('nobody')).toThrow('nobody')
  emulator.world.users.list()
  expect(did(emulator)).toEqual([])
})

it('shows record by record what a change was, with the state around it', () => {
  const emulator = createEmulator({ trace: true })
  emulator.world.users.insert({ alias: 'eve' })
  emulator.world.users.update('eve', { name: 'Eve' })
  emulator.world.users.delete('eve')
  expect([1, 2, 3].map((number) => changes(emulator, number))).toEqual([
    ['+users eve'],
    ['~users name'],
    ['-users eve'],
  ])
  expect(emulator.trace.stateAt(3, 'before').users.get('eve')?.name).toBe('Eve')
  expect(emulator.fork({ at: 2 }).world.users.get('eve')?.name).toBe('Eve')
})

it('a world that goes to another state says what differs', async () => {
  const emulator = createEmulator({ trace: true })
  emulator.world.users.insert({ alias: 'eve' })
  const snapshot = emulator.snapshot()
  emulator.world.users.insert({ alias: 'zoe' })
  emulator.restore(snapshot)
  emulator.trace.restore(1, 'before')
  expect([3, 4].map((number) => changes(emulator, number))).toEqual([['-users zoe'], ['-users eve']])
  emulator.restore(snapshot)
  emulator.reset()
  expect(did(emulator)).toEqual(['test: emulator.reset()'])
  expect(changes(emulator, emulator.journal.last)).toEqual(['-users eve'])
  await control(emulator, 'POST', '/scenario', { name: 'no-such' })
  await control(emulator, 'POST', '/scenario', {
    document: { scenario: 1, name: 'mine', world: { records: { users: [{ alias: 'max' }] } } },
  })
  expect(did(emulator)).toEqual(['control: POST /scenario'])
  expect(changes(emulator, emulator.journal.last)).toEqual(['+users max'])
})

it.each([
  [500, '500'],
  ['1h', "'1h'"],
])('a move of time is told as it was given: %j', (duration, given) => {
  const emulator = createEmulator()
  emulator.clock.advance(duration)
  expect(did(emulator)).toEqual([`test: emulator.clock.advance(${given})`])
})

it('a move of time stands before the work that fell due in it', () => {
  const emulator = createEmulator({ trace: true })
  emulator.clock.advance('1h')
  const [first, ...others] = emulator.journal.timeline()
  expect(first).toMatchObject({ via: 'test', unit: 'clock.advance' })
  expect(others.length).toBeGreaterThan(0)
  expect(others.every(({ via }) => via === 'time')).toBe(true)
  expect(changes(emulator, 1)).toEqual([])
})

it('a control call says who made it: a test and the inspector by a header', async () => {
  const emulator = createEmulator({ trace: true })
  await control(emulator, 'POST', '/state/users', { alias: 'eve' })
  await control(emulator, 'POST', '/clock', { advance: '1h' }, 'test')
  await control(emulator, 'PUT', '/state/users/eve', { name: 'Eve' }, 'inspector')
  await control(
    emulator,
    'DELETE',
    '/state/users/eve',
    undefined,
    encodeURIComponent('step 3 of orders.yaml: delete users eve'),
  )
  await control(emulator, 'POST', '/triggers', { when: { endpoint: '*' }, do: { delay: '1ms' } }, 'somebody else')
  await control(emulator, 'GET', '/state/users')
  await control(emulator, 'POST', '/snapshots', { name: 'now' })
  await control(emulator, 'POST', '/snapshots/now/restore')
  const entries = emulator.journal.timeline().filter((entry) => 'did' in entry)
  expect(entries.map(({ via, unit, did: line }) => [via, unit, line])).toEqual([
    ['control', 'POST /state/:table', 'control: POST /state/users eve'],
    ['test', 'POST /clock', 'test: POST /clock advance 1h'],
    ['inspector', 'PUT /state/:table/:id', 'inspector: PUT /state/users/eve'],
    ['step', 'DELETE /state/:table/:id', 'step 3 of orders.yaml: delete users eve'],
    ['control', 'POST /triggers', 'control: POST /triggers: when endpoint *, do delay 1ms'],
    ['control', 'POST /snapshots/:name/restore', 'control: POST /snapshots/now/restore'],
  ])
  const response = await control(emulator, 'GET', '/journal/1/changes')
  expect(await response.json()).toMatchObject({ entry: 1, inserted: [{ table: 'users' }] })
})

it('a change by a trigger is an entry before or behind its request, and not part of it', async () => {
  const emulator = createEmulator({ trace: true })
  emulator.triggers.add({
    name: 'gone',
    when: { endpoint: 'GET /orgs/:org_id' },
    do: [{ delete: { sessions: ['run-16', 'run-17'] } }, { update: { users: { ben: { name: 'B' } } } }],
  })
  emulator.triggers.add({
    when: { endpoint: 'PATCH /users/:user_id', at: 'after' },
    do: { insert: { users: { alias: 'eve' } } },
  })
  await send(emulator, 'GET', '/orgs/acme')
  await send(emulator, 'PATCH', '/users/me', { name: 'Countess' })
  const [early, asked, changed, late] = emulator.journal.timeline({}, 2)
  expect(early).toMatchObject({
    via: 'trigger',
    unit: 'change',
    did: "trigger 'gone': delete sessions run-16, run-17; trigger 'gone': update users ben name B",
    triggers: ['gone'],
    entry: asked!.number,
  })
  expect(late).toMatchObject({ did: "trigger 'trigger-2': insert users alias eve", entry: changed!.number })
  expect(changes(emulator, early!.number)).toEqual(expect.arrayContaining(['-sessions run-16', '~users name']))
  expect(changes(emulator, asked!.number)).toEqual([])
  expect(changes(emulator, changed!.number)).toEqual(['~users name'])
  expect(changes(emulator, late!.number)).toEqual(['+users eve'])
})

it('the state before a request is the one before its triggers acted, so that they act again', async () => {
  const emulator = createEmulator({ trace: true })
  emulator.triggers.add({ when: { endpoint: 'GET /orgs/:org_id', nth: 1 }, do: { delete: { sessions: 'run-16' } } })
  await send(emulator, 'GET', '/orgs/acme')
  const { last } = emulator.journal
  expect(emulator.trace.stateAt(last, 'before').sessions.get('run-16')).toBeDefined()
  const fork = emulator.fork({ at: last, when: 'before' })
  await send(fork, 'GET', '/orgs/acme')
  expect(did(fork)).toEqual(["trigger 'trigger-1': delete sessions run-16", 'GET /orgs/:org_id'])
  emulator.trace.restore(last, 'before')
  expect(emulator.world.sessions.get('run-16')).toBeDefined()
  expect(emulator.journal.timeline().map(({ other_branch: other }) => other === true)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('shows no secret', async () => {
  const emulator = createEmulator({ trace: true })
  const [key, other] = emulator.world.api_keys.list()
  await control(emulator, 'PUT', `/state/api_keys/${key!.id}`, { key: 'svc-key-mine' })
  emulator.world.api_keys.update(other!.id, { key: 'svc-key-other' })
  emulator.triggers.add({
    when: { endpoint: '*' },
    do: { update: { api_keys: { [other!.id]: { key: 'svc-key-third' } } } },
  })
  await send(emulator, 'GET', '/orgs/acme')
  expect(did(emulator)).toContain(`trigger 'trigger-1': update api_keys ${other!.id} key [redacted]`)
  const shown = emulator.journal.timeline().map(({ number }) => emulator.trace.changes(number))
  expect(JSON.stringify([emulator.journal.timeline(), shown])).not.toMatch(/svc-key-\w/)
})

it('is found by its trigger, and by no filter of requests', async () => {
  const emulator = createEmulator()
  emulator.triggers.add({ name: 't1', when: { endpoint: 'GET /users/me' }, do: { delete: { sessions: 'run-16' } } })
  await send(emulator, 'GET', '/users/me')
  const numbers = (match: TimelineMatch) => emulator.journal.timeline(match).map(({ number }) => number)
  expect(numbers({ via: 'trigger', trigger: 't1' })).toEqual([2])
  expect(numbers({ trigger: 't1' })).toEqual([2, 3])
  expect(numbers({ via: 'http', trigger: 't1' })).toEqual([3])
  expect(numbers({ trigger: 't1', method: 'GET' })).toEqual([3])
  expect(numbers({ trigger: 't2' })).toEqual([])
  expect(numbers({ method: undefined })).toEqual([1, 2, 3])
  expect(() => numbers({ via: 'test', method: 'GET' })).toThrow(
    'method: only with `via: http` or `via: socket`, got via test',
  )
  const answer = await control(emulator, 'GET', '/journal?via=test&method=GET')
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('method: only with') },
  ])
})

it('is no request: counts, verdicts and room for requests stay as they are', async () => {
  const emulator = createEmulator({ journal: { size: 2 } })
  await send(emulator, 'GET', '/users/me')
  for (let i = 0; i < 50; i++) emulator.world.users.insert({ alias: `user-${i}` })
  await send(emulator, 'GET', '/users/ben')
  expect(emulator.journal.entries().map(({ unit }) => unit)).toEqual(['GET /users/:user_id', 'GET /users/:user_id'])
  expect(emulator.verify({}, { times: 2 }).ok).toBe(true)
  expect(emulator.journal.dropped).toBe(0)
  expect(emulator.journal.timeline({ via: 'test' })).toHaveLength(50)
  expect(emulator.journal.timeline({ method: 'GET' })).toHaveLength(2)
  await send(emulator, 'GET', '/users/ben')
  await send(emulator, 'GET', '/users/ben')
  expect(did(emulator)).toEqual(['GET /users/:user_id', 'GET /users/:user_id'])
  expect(emulator.verify({}, { times: 4 }).ok).toBe(true)
})

it('tells a loop of changes with the last of their entries', () => {
  const emulator = createEmulator({ trace: true })
  for (let i = 0; i < MAX_CHANGES_IN_A_ROW + 7; i++) emulator.world.users.insert({ alias: `user-${i}` })
  const entries = emulator.journal.timeline()
  expect(entries).toHaveLength(MAX_CHANGES_IN_A_ROW)
  expect(entries.at(-1)).toMatchObject({ did: "test: emulator.world.users.insert({ alias: 'user-99' })", more: 7 })
  expect(changes(emulator, MAX_CHANGES_IN_A_ROW)).toHaveLength(8)
  expect(emulator.trace.stateAt(emulator.journal.last).users.get('user-106')).toBeDefined()
})

/** Inserts as many records as have entries of their own. */
function fillRow(emulator: Emulator): void {
  for (let i = 0; i < MAX_CHANGES_IN_A_ROW; i++) emulator.world.users.insert({ alias: `user-${i}` })
}

it.each([
  ['restore', (emulator: Emulator, start: Snapshot) => emulator.restore(start), 0],
  ['trace.restore', (emulator: Emulator) => emulator.trace.restore(7), 7],
] as const)('a jump after a loop of changes has an entry of its own: %s', (call, jump, kept) => {
  const emulator = createEmulator({ trace: true })
  const start = emulator.snapshot()
  fillRow(emulator)
  jump(emulator, start)
  const { last } = emulator.journal
  expect(last).toBe(MAX_CHANGES_IN_A_ROW + 1)
  expect(emulator.journal.timeline().at(-1)).toMatchObject({ unit: call })
  expect(emulator.journal.timeline().filter(({ other_branch: other }) => other !== true)).toHaveLength(kept + 1)
  expect(changes(emulator, last)).toHaveLength(MAX_CHANGES_IN_A_ROW - kept)
  expect(changes(emulator, MAX_CHANGES_IN_A_ROW)).toEqual(['+users user-99'])
  expect(emulator.trace.history().map(({ entry }) => entry)).toEqual(
    [...Array(kept).keys()].map((i) => i + 1).concat(last),
  )
  emulator.world.users.insert({ alias: 'eve' })
  expect(changes(emulator, last + 1)).toEqual(['+users eve'])
})

it('a change of another kind after a loop has an entry of its own, of which listeners are told', async () => {
  const emulator = createEmulator({ trace: true })
  fillRow(emulator)
  const heard: string[] = []
  emulator.journal.listen((entry) => 'did' in entry && heard.push(entry.did))
  emulator.world.users.insert({ alias: 'one-more' })
  emulator.clock.advance('1s')
  emulator.world.users.insert({ alias: 'eve' })
  await control(emulator, 'POST', '/state/users', { alias: 'zoe' })
  expect(heard).toEqual([
    "test: emulator.clock.advance('1s')",
    "test: emulator.world.users.insert({ alias: 'eve' })",
    'control: POST /state/users zoe',
  ])
  expect(emulator.journal.timeline({ via: 'control' })).toHaveLength(1)
  const more = emulator.journal.timeline().flatMap((entry) => ('did' in entry ? [entry.more ?? 0] : []))
  expect(more.slice(MAX_CHANGES_IN_A_ROW - 2)).toEqual([0, 1, 0, 0, 0])
})

it('keeps a bounded number of changes, of whatever kinds', () => {
  const emulator = createEmulator({ journal: { size: 1 } })
  for (let i = 0; i < 3 * MAX_CHANGES_IN_A_ROW; i++) {
    emulator.world.users.update('ben', { name: `Ben ${i}` })
    emulator.clock.advance(1)
  }
  expect(emulator.journal.length).toBe(2 * MAX_CHANGES_IN_A_ROW)
})

it('writes a header that says who made a change on one line, without secrets', async () => {
  const emulator = createEmulator()
  const via = encodeURIComponent('step 3: update\r\n\u001B[31m key: "svc-key-ada-admin"')
  await control(emulator, 'POST', '/state/users', { alias: 'eve' }, via)
  expect(did(emulator)).toEqual(['step 3: update [31m key: [redacted]'])
})

it('are comments of an archive, on the request after them', async () => {
  const emulator = createEmulator()
  emulator.world.users.insert({ alias: 'eve' })
  await send(emulator, 'GET', '/users/eve')
  await send(emulator, 'GET', '/users/me')
  emulator.world.users.delete('eve')
  const { log } = (await (await control(emulator, 'GET', '/journal.har')).json()) as {
    log: { comment: string; entries: { comment?: string }[] }
  }
  expect(log.entries.map(({ comment }) => comment)).toEqual([
    "Entry 1, 2026-01-01T00:00:00.000Z: test: emulator.world.users.insert({ alias: 'eve' })",
    undefined,
  ])
  expect(log.comment).toBe("Entry 4, 2026-01-01T00:00:00.000Z: test: emulator.world.users.delete('eve')")
})

it('counts one more change of an archive as one', async () => {
  const emulator = createEmulator()
  fillRow(emulator)
  emulator.world.users.insert({ alias: 'eve' })
  const { log } = (await (await control(emulator, 'GET', '/journal.har')).json()) as { log: { comment: string } }
  expect(log.comment.endsWith("insert({ alias: 'user-99' }), and 1 more change")).toBe(true)
})

it('cannot be sent again', async () => {
  const emulator = createEmulator({ trace: true })
  emulator.world.users.delete('ben')
  const response = await control(emulator, 'POST', '/journal/1/resend', {})
  expect(await response.json()).toMatchObject({
    error: 'cannot_resend',
    message:
      "Entry 1 is a change of the world (test: emulator.world.users.delete('ben')): only requests and calls can be sent again.",
  })
})
