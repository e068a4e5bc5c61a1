import { expect, it } from 'vitest'
import { createEmulator, type Emulator, type TimeEntry } from '../../index.ts'
import { recordEscape } from '../../host/escape.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { MAX_CHANGES } from '../world/world-state.ts'
import { MAX_WORK_ENTRIES } from './done-work.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

function traced(options: Parameters<typeof createEmulator>[0] = {}) {
  const emulator = createEmulator({ trace: true, ...options })
  const send = (method: string, path: string, body?: unknown) =>
    emulator.fetch(`/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return { emulator, send }
}

const line = (emulator: Emulator) =>
  emulator.journal
    .timeline()
    .map(({ number, via, unit, other_branch: other }) => `${number} ${via} ${unit}${other ? ' (other)' : ''}`)

it('says which records an entry inserted, changed field by field, and deleted', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
  await send('PATCH', '/users/me', { name: 'Countess' })
  await send('DELETE', '/orgs/acme')
  await send('GET', '/users/me')
  const { id } = emulator.trace.stateAt(1).blobs.get('logs')!
  expect(emulator.trace.changes(1)).toMatchObject({
    entry: 1,
    inserted: [{ table: 'blobs', id, record: { alias: 'logs' } }, { table: 'operations' }],
    changed: [],
    deleted: [],
  })
  expect(emulator.trace.changes(2)).toMatchObject({
    inserted: [],
    changed: [{ table: 'users', fields: [{ field: 'name', after: 'Countess' }] }],
    deleted: [],
  })
  expect(emulator.trace.changes(3).deleted.map(({ record: { alias } }) => alias)).toEqual(
    expect.arrayContaining(['acme', 'logs', 'weights']),
  )
  expect(emulator.trace.changes(4)).toEqual({ entry: 4, inserted: [], changed: [], deleted: [] })
})

it('shows no secret', async () => {
  const { emulator, send } = traced()
  const {
    api_key: { id, key },
  } = (await (await send('POST', '/api-keys/target/user/me', { role: 'read' })).json()) as {
    api_key: { id: string; key: string }
  }
  await send('DELETE', `/api-keys/${id}`)
  expect(emulator.trace.changes(1).inserted[0]!.record['key']).toBe('[redacted]')
  expect(JSON.stringify([emulator.trace.changes(1), emulator.trace.changes(2)])).not.toContain(key)
  expect(emulator.trace.stateAt(2, 'before').api_keys.get(id)!.key).toBe(key)
})

it('records work that fell due as entries of its own', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
  emulator.clock.advance('1h')
  const entries = emulator.journal.timeline()
  const finished = entries.find(({ unit }) => unit === 'operation.finish')!
  expect(finished).toMatchObject({ via: 'time', request: null, response: null, work: { table: 'operations' } })
  expect(emulator.trace.changes(finished.number).changed.map(({ table }) => table)).toContain('operations')
  expect(emulator.journal.entries().map(({ via }) => via)).toEqual(['http'])
  expect(emulator.journal.timeline({ via: 'time' })).toHaveLength(entries.length - 2)
  expect(emulator.verify({}, { times: 1 }).ok).toBe(true)
})

it('gives work that falls due while a write is answered an entry behind it', async () => {
  const { emulator, send } = traced({ settings: { write_ms: 3_600_000 } })
  await send('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
  const [first, second] = emulator.journal.timeline()
  expect([first!.via, second!.via]).toEqual(['http', 'time'])
  expect(emulator.trace.changes(1).changed).toEqual([])
  expect(emulator.trace.stateAt(1).operations.list().at(-1)!.status).toBe('running')
  expect(emulator.trace.stateAt(emulator.journal.last).operations.list().at(-1)!.status).toBe('succeeded')
})

it('does not fill the journal with the work of a long time', async () => {
  const { emulator, send } = traced()
  await send('GET', '/users/me')
  emulator.world.schedules.insert({
    org: 'acme',
    definition_id: emulator.world.definitions.list()[0]!.id,
    alias: 'often',
    every_seconds: 1,
    enabled: true,
  })
  const before = emulator.world.firings.size
  emulator.clock.advance('10m')
  const work = emulator.journal.timeline({ via: 'time' })
  expect(work).toHaveLength(MAX_WORK_ENTRIES)
  const { more = 0 } = work.at(-1) as TimeEntry
  expect(more).toBeGreaterThan(500)
  const inserted = work.flatMap(({ number }) =>
    emulator.trace.changes(number).inserted.filter(({ table }) => table === 'firings'),
  )
  expect(inserted).toHaveLength(emulator.world.firings.size - before)
  expect(emulator.trace.stateAt(emulator.journal.last).firings.size).toBe(emulator.world.firings.size)
})

it('goes back, keeps what came later readable as another branch, and forward again', async () => {
  const { emulator, send } = traced()
  for (const alias of ['a', 'b', 'c']) await send('POST', '/blobs/acme', { alias, type: 'text' })
  const before = emulator.export()
  emulator.trace.restore(2, 'before')
  expect(emulator.world.blobs.get('a')).toBeDefined()
  expect(emulator.world.blobs.get('b')).toBeUndefined()
  await send('POST', '/blobs/acme', { alias: 'd', type: 'text' })
  expect(line(emulator)).toEqual([
    '1 http POST /blobs/:org_id',
    '2 http POST /blobs/:org_id (other)',
    '3 http POST /blobs/:org_id (other)',
    '4 test trace.restore',
    '5 http POST /blobs/:org_id',
  ])
  expect(emulator.trace.changes(3).inserted[0]).toMatchObject({ record: { alias: 'c' } })
  emulator.trace.restore(3)
  expect(emulator.export()).toEqual(before)
  expect(line(emulator).filter((text) => text.includes('other'))).toEqual([
    '4 test trace.restore (other)',
    '5 http POST /blobs/:org_id (other)',
  ])
  expect(emulator.trace.stateAt(5).blobs.get('d')).toBeDefined()
})

it('marks the branch that restoring a snapshot leaves', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  const snapshot = emulator.snapshot()
  await send('POST', '/blobs/acme', { alias: 'b', type: 'text' })
  emulator.restore(snapshot)
  expect(emulator.journal.timeline().map(({ other_branch: other }) => other)).toEqual([undefined, true, undefined])
  emulator.restore(createEmulator().snapshot())
  expect(emulator.journal.timeline().map(({ other_branch: other }) => other)).toEqual([true, true, true, undefined])
  expect(emulator.trace.stateAt(2).blobs.get('b')).toBeDefined()
})

it('tells what led to the present: entries, and what no entry did between them', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  emulator.world.users.insert({ alias: 'eve' })
  const snapshot = emulator.snapshot()
  await send('POST', '/blobs/acme', { alias: 'b', type: 'text' })
  emulator.restore(snapshot)
  await send('PATCH', '/users/me', { name: 'Countess' })
  emulator.trace.restore(3, 'before')
  emulator.world.users.insert({ alias: 'zoe' })
  await send('GET', '/users/me')
  const told = emulator.trace
    .history()
    .map(({ entry, inserted, changed, deleted }) => [
      entry,
      ...[...inserted, ...changed, ...deleted].map(({ table }) => table),
    ])
  expect(told).toEqual([[1, 'blobs', 'operations'], [2, 'users'], [6, 'users'], [7, 'users'], [8]])
})

it('forks at an entry; the fork is traced and leaves the emulator as it was', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  const now = emulator.export()
  const fork = emulator.fork({ at: 1, when: 'before' })
  await fork.fetch('/v1/blobs/acme', {
    method: 'POST',
    headers,
    body: JSON.stringify({ alias: 'other', type: 'text' }),
  })
  expect(fork.trace.changes(1).inserted[0]).toMatchObject({ record: { alias: 'other' } })
  expect(emulator.export()).toEqual(now)
})

it('a copy of the tables changes nothing', async () => {
  const { emulator, send } = traced()
  await send('GET', '/users/me')
  emulator.trace.stateAt(1).users.insert({ alias: 'eve' })
  expect(emulator.world.users.get('eve')).toBeUndefined()
  expect(emulator.trace.stateAt(1).users.get('eve')).toBeUndefined()
})

it('keeps as many entries as the journal', async () => {
  const { emulator, send } = traced({ journal: { size: 2 } })
  for (const alias of ['a', 'b', 'c']) await send('POST', '/blobs/acme', { alias, type: 'text' })
  expect(() => emulator.trace.changes(1)).toThrow('the journal has no entry 1; it holds 2 to 3')
  expect(emulator.trace.stateAt(2, 'before').blobs.get('b')).toBeUndefined()
})

it('forgets states beyond its own bound, and says so', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  const { id } = emulator.world.users.insert({ alias: 'eve' })
  const { users } = hostOf(emulator).world
  for (let i = 0; i <= MAX_CHANGES; i++) users.update(id, { name: `eve ${i}` })
  expect(() => emulator.trace.changes(1)).toThrow('the trace of entry 1 is no longer kept')
  expect(() => emulator.trace.restore(1)).toThrow('the trace of entry 1 is no longer kept')
  await send('POST', '/blobs/acme', { alias: 'b', type: 'text' })
  expect(emulator.trace.stateAt(3, 'before').users.get('eve')!.name).toBe(`eve ${MAX_CHANGES}`)
})

it('a request that went past the emulator is an entry that changed nothing', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  recordEscape(
    instanceOf(emulator),
    { via: 'http', method: 'GET', url: 'https://api.example.com/v2', headers: [] },
    'it went past',
  )
  await send('POST', '/blobs/acme', { alias: 'b', type: 'text' })
  expect(emulator.trace.changes(2)).toEqual({ entry: 2, inserted: [], changed: [], deleted: [] })
  emulator.trace.restore(2)
  expect(emulator.journal.timeline().map(({ other_branch: other }) => other)).toEqual([
    undefined,
    undefined,
    true,
    undefined,
  ])
})

it('a reset forgets everything', async () => {
  const { emulator, send } = traced()
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  emulator.reset()
  expect(() => emulator.trace.changes(1)).toThrow('the journal has no entry 1; it holds entry 2')
  await send('POST', '/blobs/acme', { alias: 'a', type: 'text' })
  expect(emulator.trace.stateAt(3, 'before').blobs.get('a')).toBeUndefined()
})

it.each<[(emulator: Emulator) => unknown, string]>([
  [
    (emulator) => emulator.trace.changes('1' as never),
    'expected the number of an entry of the journal, got string "1"',
  ],
  [(emulator) => emulator.trace.stateAt(1, 'later' as never), "expected 'before' or 'after', got string \"later\""],
  [(emulator) => emulator.fork({ at: 7 }), 'the journal has no entry 7; it holds entry 1'],
  [(emulator) => emulator.fork({ at: 1, from: 'start' }), 'fork: give `at` or `from`, not both'],
  [(emulator) => emulator.fork({ when: 'before' }), 'fork: `when` requires `at`'],
  [() => createEmulator().trace, 'this emulator keeps no trace: create it with `trace: true`'],
  [() => createEmulator({ trace: true, journal: false }).trace, 'this emulator keeps no trace'],
])('%s is refused: %s', async (ask, message) => {
  const { emulator, send } = traced()
  await send('GET', '/users/me')
  expect(() => ask(emulator)).toThrow(message)
})
