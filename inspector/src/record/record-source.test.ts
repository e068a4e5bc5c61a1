import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { createBundle } from '../../../emulator/scenario/bundle.ts'
import type { ControlInput } from '../../../emulator/host/control-api/control-api.ts'
import { loadScenario, replay } from '../../../emulator/scenario/index.ts'
import { until } from '../../../tests/helpers/until.ts'
import { JournalStore } from '../timeline/journal-store.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { shownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { sendEntry } from '../exchange/send-entry.ts'
import type { Source } from '../source/source.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { callOnce } from '../try/call-once.ts'
import { keyFor, fetchKeys } from '../try/keys.ts'
import { RecordSource } from './record-source.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function record(trace = true): Promise<RecordSource> {
  const emulator = createEmulator({ trace })
  const make = (alias: string) =>
    emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body: JSON.stringify({ alias, type: 'text' }) })
  await make('one')
  await make('two')
  emulator.clock.advance('5s')
  const bundle = bundleOfRun(emulator, { name: 'a-test', about: 'A test.', problems: [] })
  return new RecordSource(JSON.parse(JSON.stringify(shownBundle(bundle))) as ReturnType<typeof shownBundle>)
}

type Moment = ControlInput<'GET /state'>['query']
const blobs = async (source: Source, moment: Moment = {}) => {
  const { records } = await source.call('GET /state/:table', { params: { table: 'blobs' }, query: moment })
  return records.map(({ alias }) => String(alias)).filter((alias) => ['one', 'two'].includes(alias))
}
const fetchEntry = async (source: Source, number: number) =>
  (await source.call('GET /journal/:number', { params: { number } })).entry as JournalEntry

it('tells what happened, and the world at each entry', async () => {
  const source = await record()
  expect(await source.call('GET /health')).toMatchObject({ scenario: 'a-test', now: '2026-01-01T00:00:05.002Z' })
  const { entries } = await source.call('GET /journal', { query: { show: 'lines' } })
  expect(entries.map(({ via }) => via)).toEqual(expect.arrayContaining(['http', 'time']) as unknown)
  expect(await source.call('GET /journal/:number/changes', { params: { number: 2 } })).toMatchObject({
    inserted: [{ table: 'blobs', record: { alias: 'two' } }, { table: 'operations' }],
  })
  expect(await source.call('GET /coverage').then(({ clauses }) => clauses.exercised)).toBeGreaterThan(3)
  expect(await blobs(source)).toEqual(['one', 'two'])
  expect(await blobs(source, { at: 2, when: 'before' })).toEqual(['one'])
  expect(await blobs(source, { at: 1, when: 'before' })).toEqual([])
  expect(
    await source.call('GET /state/:table/:id', { params: { table: 'blobs', id: 'one' }, query: { at: 1 } }),
  ).toMatchObject({ record: { alias: 'one' } })
})

it('finds words in bodies', async () => {
  const source = await record()
  expect(
    (await source.call('GET /journal', { query: { show: 'lines', text: '"alias":"two"', after: 0 } })).entries.map(
      ({ number }) => number,
    ),
  ).toEqual([2])
})

it('says what it does not hold, and changes nothing', async () => {
  const source = await record(false)
  await expect(source.call('GET /state', { query: { at: 1 } })).rejects.toMatchObject({
    code: 'not_in_file',
    message:
      'This file does not hold the state after entry 1: the run kept no trace, or the entry did not lead to its end.',
  })
  await expect(source.call('GET /journal/:number/changes', { params: { number: 1 } })).rejects.toMatchObject({
    code: 'not_in_file',
  })
  await expect(source.begin(1, 'before')).rejects.toMatchObject({ code: 'not_in_file' })
  await expect(source.call('POST /reset')).rejects.toMatchObject({ code: 'read_only' })
  expect(source.worlds).toEqual([])
})

it('sends a request again, in a world that begins before it', async () => {
  const source = await record()
  const entry = await fetchEntry(source, 2)
  const world = await source.begin(2, 'before')
  expect(world.title).toBe('world 1: from before entry 2')
  await sendEntry(world, entry)
  const { response, caller } = await fetchEntry(world, 1)
  expect({ caller, response }).toMatchObject({
    caller: 'ada',
    response: { status: 200, body: (entry.response as { body: object }).body },
  })
  expect(await blobs(world)).toEqual(['one', 'two'])
  await expect(world.call('GET /journal/:number/changes', { params: { number: 1 } })).resolves.toMatchObject({
    inserted: [{ table: 'blobs' }, { table: 'operations' }],
  })
  await world.call('POST /reset')
  expect(await blobs(world)).toEqual(['one'])
  expect(await blobs(source)).toEqual(['one', 'two'])
})

it('takes a deleted world away from those of the page', async () => {
  const source = await record()
  const world = await source.begin()
  await world.call('POST /worlds', { body: { from: 'start' } })
  const beside = source.beside(world, 'w1')
  const other = await source.begin()
  source.forget(world, 'w1')
  expect(source.worlds).toEqual([world, other])
  expect(source.beside(world, 'w1')).not.toBe(beside)
  expect((await source.begin()).title).toBe('world 3: from the end')
})

it('sends a request without a caller again without one, and no bytes that it does not have', async () => {
  const source = await record()
  const world = await source.begin()
  const { request, ...others } = await fetchEntry(source, 1)
  await sendEntry(world, {
    ...others,
    caller: null,
    request: { ...request!, headers: { ...request!.headers, 'x-api-key': '[redacted]' } },
  })
  expect(await fetchEntry(world, 1)).toMatchObject({ caller: null, error: 'unauthenticated' })
  await expect(sendEntry(world, { ...others, request: { ...request!, body: { bytes: 3 } } })).rejects.toThrow(
    '3 bytes of binary data, is not in the record',
  )
})

it('calls commands over sockets of the page', async () => {
  const world = await (await record()).begin()
  const key = keyFor(await fetchKeys(world), 'ada')!
  expect(key.secret).toBe('svc-key-ada-admin')
  expect(
    await callOnce(world, `?api_key=${key.secret}`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'workflow.list_sessions',
      params: { org_id: 'acme' },
    }),
  ).toMatchObject({ result: { sessions: expect.any(Array) as unknown } })
  await expect(
    callOnce(world, '?api_key=nobodys', { jsonrpc: '2.0', id: 1, method: 'workflow.list_sessions', params: {} }),
  ).rejects.toThrow('code 1008')
})

it('shows worlds that are created beside one of its own', async () => {
  const source = await record()
  const world = await source.begin(2, 'before')
  const { world: id } = await world.call('POST /worlds', { body: { from: 'current' } })
  const beside = source.beside(world, id)
  expect([beside.title, beside.world]).toEqual(['world 1: w1 beside it', 'w1'])
  expect(await blobs(beside)).toEqual(['one'])
  expect(source.beside(world, id)).toBe(beside)
})

it('names the entry that deleted the record of a cursor', async () => {
  const emulator = createEmulator({ trace: true })
  const list = async (cursor: object): Promise<{ last_session_id: string }> => {
    const body = JSON.stringify({ org_id: 'acme', ...cursor })
    return (await emulator.fetch('/v1/workflow/list_sessions', { method: 'POST', headers, body })).json()
  }
  const { last_session_id: cursor } = await list({})
  emulator.world.sessions.delete(cursor)
  await list({ start_session_id: cursor })
  const source = new RecordSource(
    shownBundle(bundleOfRun(emulator, { name: 'a-test', about: 'A test.', problems: [] })),
  )
  const answer = (number: number) => source.call('GET /journal/:number', { params: { number } })
  expect((await answer(3)).cursor_deleted_by).toBe(2)
  expect(await answer(1)).not.toHaveProperty('cursor_deleted_by')
})

it('shows the step that made an entry, and begins before a request where its triggers have not acted', async () => {
  const scenario = await loadScenario({
    scenario: 1,
    name: 'a-step',
    triggers: [{ when: { endpoint: 'GET /users/me' }, do: { delete: { users: 'ben' } } }],
    steps: [{ http: 'GET /users/me', as: 'svc-key-ada-admin', expect: { status: 418 } }],
  })
  const emulator = createEmulator({ scenario, trace: true })
  const bundle = createBundle(scenario, await replay(scenario, emulator), emulator)
  const source = new RecordSource(JSON.parse(JSON.stringify(shownBundle(bundle))) as ReturnType<typeof shownBundle>)
  const journal = new JournalStore(source, (error) => expect(error).toBeUndefined())
  void journal.load()
  await until(() => expect(journal.loaded).toBe(true))
  journal.stop()
  expect(journal.lines.map(({ number, via, step }) => [number, via, step?.number, step?.status])).toEqual([
    [1, 'trigger', 1, 'failed'],
    [2, 'http', 1, 'failed'],
  ])
  const { deleted } = await source.call('GET /journal/:number/changes', { params: { number: 1 } })
  expect(deleted.map(({ table }) => table)).toContain('users')
  const ben = { table: 'users', id: 'ben' }
  expect(await source.call('GET /state/:table/:id', { params: ben, query: { at: 2, when: 'before' } })).toMatchObject({
    record: { alias: 'ben' },
  })
  await expect(source.call('GET /state/:table/:id', { params: ben, query: { at: 2 } })).rejects.toMatchObject({
    code: 'record_not_found',
  })
})
