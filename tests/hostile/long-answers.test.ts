/** Whole worlds that are taken, and long answers that are given: all at once the one, as they are read the others. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'
import { until } from '../helpers/until.ts'
import { ada, endAll, start, type Served } from './programs.ts'

const RECORDS = 2_000
const users = Array.from({ length: RECORDS }, (_, n) => ({ alias: `user-${n}` }))
const document = (records: object) => ({ scenario: 1, name: 'many', about: 'Many.', world: { records } })
const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

let emulator: Emulator

afterEach(endAll)

beforeEach(() => {
  emulator = createEmulator({ trace: true })
})

async function ask(method: string, path: string, body: object): Promise<number> {
  const answer = await emulator.fetch(`/__emulator${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.status
}

const state = () => JSON.stringify(emulator.export())

/** Entries with bodies of half a megabyte. */
async function fillJournal(entries: number): Promise<void> {
  for (let i = 0; i < entries; i++)
    await emulator.fetch('/v1/blobs/acme/weights/metadata/tags', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ i, text: 'x'.repeat(500_000) }),
    })
}

it('switches to a scenario, to the bytes that it gives at a start', async () => {
  expect(await ask('POST', '/scenario', { document: document({ users }) })).toBe(200)
  expect(state()).toBe(JSON.stringify(createEmulator({ scenario: await loadScenario(document({ users })) }).export()))
})

it('changes nothing where the last record is wrong', async () => {
  const before = state()
  expect(await ask('POST', '/scenario', { document: document({ users: [...users, { alias: 'user-0' }] }) })).toBe(400)
  const { tables, ...rest } = createEmulator({ fixtures: [{ fixture: 1, name: 'many', records: { users } }] }).export()
  expect(
    await ask('PUT', '/export', { ...rest, tables: { ...tables, users: [...tables['users']!, [1e6, { id: 'x' }]] } }),
  ).toBe(400)
  expect(state()).toBe(before)
})

it('is at the end in the world that was asked for last', async () => {
  const large = ask('POST', '/scenario', { document: document({ users }) })
  const small = ask('POST', '/scenario', { document: document({ users: [{ alias: 'last' }] }) })
  const wrong = ask('POST', '/scenario', { name: 'no such' })
  expect(await Promise.all([large, small, wrong])).toEqual([200, 200, 404])
  expect([emulator.world.users.get('last')?.alias, emulator.world.users.get('user-0')]).toEqual(['last', undefined])
})

it('reads the newest entries of a full journal, all of them, and those that are asked for', async () => {
  await fillJournal(20)
  const newest = await emulator.fetch('/__emulator/journal?limit=2')
  expect(await newest.json()).toMatchObject({ entries: [{ number: 19 }, { number: 20 }], next: 20, dropped: 0 })
  const since = await emulator.fetch('/__emulator/journal?after=18&limit=5&method=PUT')
  expect(await since.json()).toMatchObject({ entries: [{ number: 19 }, { number: 20 }] })
  const { log } = (await (await emulator.fetch('/__emulator/journal.har')).json()) as { log: { entries: unknown[] } }
  expect(log.entries).toHaveLength(20)
})

it('gives a bundle of one moment, whatever others do until it is read', async () => {
  await fillJournal(20)
  const before = await (await emulator.fetch('/__emulator/bundle')).json()
  const { body } = await emulator.fetch('/__emulator/bundle')
  const reader = body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = (await reader.read()).value!
  await emulator.fetch('/v1/users/me', { method: 'PATCH', headers, body: '{"name":"Later"}' })
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  const bundle = JSON.parse(text) as Record<'journal' | 'trace' | 'undo', object[]>
  expect(bundle).toEqual(before)
  expect([bundle.journal.length, bundle.trace.length, bundle.undo.length]).toEqual([20, 20, 20])
})

it('gives a state in pieces, of the moment in which it was asked for', async () => {
  for (const user of users) emulator.world.users.insert(user)
  const exported = `${JSON.stringify(emulator.export())}\n`
  const { stream } = await handle(emulator, { method: 'GET', url: '/__emulator/export', headers: [], body: null })
  const pieces: string[] = []
  for (const piece of stream as Iterable<string>) {
    emulator.world.users.update('user-0', { name: `n-${pieces.length}` })
    pieces.push(piece)
  }
  expect(pieces.join('')).toBe(exported)
  expect(pieces.length).toBeGreaterThan(RECORDS / 250)
})

it.each(['/journal', '/journal?text=xxx', '/journal.har'])(
  'renders an entry of %s when the client has read those before, and none once it is gone',
  async (path) => {
    await fillJournal(20)
    const rendered = vi.spyOn(emulator.journal, 'rendered')
    const { body } = await emulator.fetch(`/__emulator${path}`)
    const reader = body!.getReader()
    await reader.read()
    await reader.read()
    expect(rendered.mock.calls.length).toBeLessThanOrEqual(8)
    await reader.cancel()
    const calls = rendered.mock.calls.length
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(rendered.mock.calls.length).toBe(calls)
  },
)

/** A server with a small heap and entries with bodies of half a megabyte. */
async function serveFullJournal(entries: number): Promise<Served> {
  const server = await start([], { through: ([node = '', ...words]) => [node, '--max-old-space-size=56', ...words] })
  for (let i = 0; i < entries; i++) {
    const texts = Array.from({ length: 5 }, (_, n) => `${i}-${n}-${'x'.repeat(100_000)}`)
    const init = { method: 'PUT', headers: ada, body: JSON.stringify({ texts }) }
    expect((await fetch(`${server.url}/blobs/acme/weights/metadata/tags`, init)).status).toBe(200)
  }
  return server
}

const whole = ['/journal.scenario', '/journal.scenario?format=yaml', '/bundle']

it('gives scenarios and bundles to eight readers at once with a small heap, while forty go away', async () => {
  const server = await serveFullJournal(12)
  const read = async (_: unknown, n: number) => {
    const { body } = await fetch(`http://127.0.0.1:${server.port}/__emulator${whole[n % whole.length]}`)
    let length = 0
    for await (const piece of body!) length += (piece as Uint8Array).length
    return length
  }
  const leave = async (_: unknown, n: number) => {
    const url = `http://127.0.0.1:${server.port}/__emulator${whole[n % whole.length]}`
    await fetch(url, { signal: AbortSignal.timeout(15) }).then(
      (answer) => answer.body?.cancel(),
      () => {},
    )
  }
  const lengths = Promise.all(Array.from({ length: 8 }, read))
  await Promise.all(Array.from({ length: 40 }, leave))
  expect(Math.min(...(await lengths))).toBeGreaterThan(12 * 500_000)
})

it('makes no piece of an answer for a client that has gone, and few ahead of one that does not read', async () => {
  let made = 0
  let ended = false
  function* pieces() {
    try {
      for (; made < 10_000; made++) yield 'x'.repeat(16 * 1024)
    } finally {
      ended = true
    }
  }
  instanceOf(emulator).site.control = async () => ({ status: 200, headers: [], body: null, stream: pieces() })
  await using server = await startServer({ emulator })
  const leave = new AbortController()
  const { body } = await fetch(`${server.controlUrl}/any`, { signal: leave.signal })
  const reader = body!.getReader()
  await reader.read()
  for (let turn = 0; turn < 1_000; turn++) await setImmediate()
  // The system holds some megabytes for both sides.
  expect(made).toBeLessThan(5_000)
  leave.abort()
  await until(() => expect(ended).toBe(true))
  expect(made).toBeLessThan(5_000)
})

const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)},"token":"svc-secret-of-a-user"}`

it.each([600, 2_500, 5_000, 100_000])('shows a refused body nested %d deep as text, everywhere', async (levels) => {
  const asked = async (path: string, init?: RequestInit) => emulator.fetch(path, init)
  const refused = await asked('/v1/orgs', { method: 'POST', headers, body: nested(levels) })
  expect(refused.status).toBe(400)
  await asked('/v1/nothing', { method: 'POST', headers, body: nested(levels) })
  const socket = emulator.connect({
    url: '/v1/realtime',
    headers: ['x-api-key', 'svc-key-ada-admin'],
    send() {},
    close() {},
  })
  socket.receive(`{"jsonrpc":"2.0","id":1,"method":"workflow.list_sessions","params":${nested(levels)}}`)
  for (const path of [
    '/journal',
    '/journal/1',
    '/journal.har',
    '/journal.scenario',
    '/journal.scenario?format=yaml',
    '/bundle',
    '/journal?text=orgs',
  ]) {
    const answer = await asked(`/__emulator${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect((await answer.text()).includes('[[[[[[')).toBe(true)
  }
  expect(emulator.journal.entries()[0]!.request.body).toContain('{"a":[[[')
  expect(emulator.verify({ params: { a: 1 } }).ok).toBe(false)
  const stream = await asked('/__emulator/journal/stream?after=0')
  const reader = stream.body!.getReader()
  await reader.read()
  expect(new TextDecoder().decode((await reader.read()).value)).toContain('[[[[')
  await reader.cancel()
})
