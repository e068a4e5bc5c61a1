/** What takes long is done in slices: others are served meanwhile, from the world that there is. */
import { beforeEach, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { instanceOf } from '../../emulator/host/instance-of.ts'
import { inPieces } from '../../emulator/adapters/control/in-pieces.ts'
import { handle } from '../../emulator/host/dispatch.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import type { PiecesStream } from '../../emulator/engine/kernel/wire.ts'
import { loadScenario } from '../../emulator/scenario/load.ts'
import { worksThroughMuch } from '../helpers/limits.ts'

const RECORDS = 2_000
const users = Array.from({ length: RECORDS }, (_, n) => ({ alias: `user-${n}` }))
const document = (records: object) => ({ scenario: 1, name: 'many', about: 'Many.', world: { records } })

let emulator: Emulator
/** What others are answered in each pause. */
let meanwhile: string[]

beforeEach(() => {
  emulator = createEmulator()
  meanwhile = []
  instanceOf(emulator).site.pause = async () => {
    const answer = await emulator.fetch('/v1/users/user-0', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    meanwhile.push(`${answer.status}`)
  }
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

it('switches to a scenario all at once, and to the bytes that it gives at a start', worksThroughMuch, async () => {
  expect(await ask('POST', '/scenario', { document: document({ users }) })).toBe(200)
  expect(meanwhile.length).toBeGreaterThan(RECORDS / 250)
  expect(new Set(meanwhile)).toEqual(new Set(['404']))
  expect(emulator.world.users.get('user-0')).toBeDefined()
  expect(state()).toBe(JSON.stringify(createEmulator({ scenario: await loadScenario(document({ users })) }).export()))
})

it('generates records, puts triggers in force and imports a state in slices', worksThroughMuch, async () => {
  const generate = { users: { count: RECORDS, alias: 'user-{n}' } }
  expect(await ask('POST', '/scenario', { document: { ...document({}), world: { generate } } })).toBe(200)
  const generated = meanwhile.splice(0).length
  expect(generated).toBeGreaterThan((2 * RECORDS) / 250)
  const triggers = Array.from({ length: RECORDS }, (_, n) => ({
    when: { endpoint: 'GET /orgs/:org_id', nth: n + 1 },
    do: [{ drop: true }],
  }))
  expect(await ask('POST', '/scenario', { document: { ...document({}), triggers } })).toBe(200)
  expect(meanwhile.splice(0).length).toBeGreaterThan(RECORDS / 250)
  const before = createEmulator({ fixtures: [{ fixture: 1, name: 'many', records: { users } }] }).export()
  expect(await ask('PUT', '/export', before)).toBe(200)
  expect(meanwhile.length).toBeGreaterThan(RECORDS / 250)
  expect(state()).toBe(JSON.stringify(before))
})

it('checks steps and triggers in slices: each may hold a regular expression', async () => {
  const expression = { a: { matches: '(a|b){1,20}[cd]+' } }
  const counted = async (part: object): Promise<number> => {
    expect(await ask('POST', '/scenario', { document: { ...document({}), ...part } })).toBe(200)
    return meanwhile.splice(0).length
  }
  const none = await counted({})
  expect(await counted({ steps: Array(RECORDS).fill({ http: 'GET /users/me', expect: { body: expression } }) })).toBe(
    none + RECORDS / 250,
  )
  const about = { when: { endpoint: 'GET /users/:user_id', params: { user_id: expression.a } }, do: [{ drop: true }] }
  // They are checked, and put in force.
  expect(await counted({ triggers: Array(RECORDS).fill(about) })).toBeGreaterThanOrEqual(none + (2 * RECORDS) / 250)
})

it('changes nothing where the last record is wrong', worksThroughMuch, async () => {
  const before = state()
  expect(await ask('POST', '/scenario', { document: document({ users: [...users, { alias: 'user-0' }] }) })).toBe(400)
  const { tables, ...rest } = createEmulator({ fixtures: [{ fixture: 1, name: 'many', records: { users } }] }).export()
  expect(
    await ask('PUT', '/export', { ...rest, tables: { ...tables, users: [...tables['users']!, [1e6, { id: 'x' }]] } }),
  ).toBe(400)
  expect(meanwhile.length).toBeGreaterThan((2 * RECORDS) / 250)
  expect(state()).toBe(before)
})

it('is at the end in the world that was asked for last', worksThroughMuch, async () => {
  const large = ask('POST', '/scenario', { document: document({ users }) })
  const small = ask('POST', '/scenario', { document: document({ users: [{ alias: 'last' }] }) })
  const wrong = ask('POST', '/scenario', { name: 'no such' })
  expect(await Promise.all([large, small, wrong])).toEqual([200, 200, 404])
  expect([emulator.world.users.get('last')?.alias, emulator.world.users.get('user-0')]).toEqual(['last', undefined])
})

it('reads a full journal, and is asked about it, in slices', worksThroughMuch, async () => {
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  for (let i = 0; i < 20; i++)
    await emulator.fetch('/v1/blobs/acme/weights/metadata/tags', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ i, text: 'x'.repeat(500_000) }),
    })
  let pauses = 0
  instanceOf(emulator).site.pause = async () => {
    pauses++
  }
  const newest = await emulator.fetch('/__emulator/journal?limit=2')
  expect(await newest.json()).toMatchObject({ entries: [{ number: 19 }, { number: 20 }], next: 20, dropped: 0 })
  expect(await (await emulator.fetch('/__emulator/journal')).json()).toMatchObject({ dropped: 0 })
  expect(pauses).toBeGreaterThanOrEqual(40)
  pauses = 0
  const { log } = (await (await emulator.fetch('/__emulator/journal.har')).json()) as { log: { entries: unknown[] } }
  expect(log.entries).toHaveLength(20)
  expect(pauses).toBeGreaterThanOrEqual(40)
  pauses = 0
  expect(await ask('POST', '/verify', { match: { params: { i: -1 } } })).toBe(200)
  expect(pauses).toBeGreaterThanOrEqual(20)
})

it('serves others before it looks for what came nearest to a question', async () => {
  await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  const before = meanwhile.length
  expect(await ask('POST', '/verify', { match: { endpoint: 'GET /users/me' }, times: 1 })).toBe(200)
  expect(meanwhile.length - before).toBe(1)
})

it(
  'makes a scenario and a bundle of a full journal in slices, of the moment in which they were asked for',
  worksThroughMuch,
  async () => {
    emulator = createEmulator({ trace: true })
    const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
    for (let i = 0; i < 20; i++)
      await emulator.fetch('/v1/blobs/acme/weights/metadata/tags', {
        method: 'PUT',
        headers,
        body: JSON.stringify({ i, text: 'x'.repeat(500_000) }),
      })
    const before = emulator.export()
    let pauses = 0
    instanceOf(emulator).site.pause = async () => {
      pauses++
      if (pauses === 1) await emulator.fetch('/v1/users/me', { method: 'PATCH', headers, body: '{"name":"Later"}' })
    }
    const asked = async (path: string) => (await emulator.fetch(`/__emulator${path}`)).text()
    const { scenario } = JSON.parse(await asked('/journal.scenario')) as { scenario: { steps: object[] } }
    expect(scenario.steps).toHaveLength(20)
    // What was answered, what was sent, what they hold, the steps of it.
    expect(pauses).toBeGreaterThanOrEqual(5 * 20)
    emulator.trace.restore(20)
    pauses = 0
    const bundle = JSON.parse(await asked('/bundle')) as {
      state: object
      journal: object[]
      trace: object[]
      undo: object[]
    }
    expect(pauses).toBeGreaterThanOrEqual(5 * 20)
    expect(bundle.state).toEqual(before)
    expect(bundle.journal.filter((entry) => !('other_branch' in entry))).toHaveLength(20)
    expect([bundle.trace.length, bundle.undo.length]).toEqual([20, 20])
  },
)

it('gives long answers in pieces', async () => {
  for (const user of users) emulator.world.users.insert(user)
  const exported = `${JSON.stringify(emulator.export())}\n`
  const { stream } = await handle(emulator, { method: 'GET', url: '/__emulator/export', headers: [], body: null })
  const pieces: string[] = []
  for (const piece of (stream as PiecesStream).pieces) {
    // Written to the world, and not to what is exported.
    emulator.world.users.update('user-0', { name: `n-${pieces.length}` })
    pieces.push(piece)
  }
  expect(pieces.join('')).toBe(exported)
  expect(pieces.length).toBeGreaterThan(RECORDS / 250)
})

it('makes each piece of an answer in a turn of its own, also for a client that reads fast', async () => {
  let turn = 0
  let over = false
  const count = (): void => {
    turn++
    if (!over) setImmediate(count)
  }
  const turns: number[] = []
  function* pieces() {
    for (let n = 0; n < 20; n++) {
      turns.push(turn)
      yield `${n}\n`
    }
  }
  instanceOf(emulator).site.control = async () => ({
    status: 200,
    headers: [],
    body: null,
    stream: { ...inPieces('text/plain', []).response.stream!, pieces: pieces() },
  })
  await using server = await startServer({ emulator })
  count()
  expect(await (await fetch(`${server.controlUrl}/any`)).text()).toBe(
    Array.from({ length: 20 }, (_, n) => `${n}\n`).join(''),
  )
  over = true
  expect(new Set(turns).size).toBe(20)
})
