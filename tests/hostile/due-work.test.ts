/** Much work that falls due at a request: others are served meanwhile, or it is bounded. */
import { beforeEach, describe, expect, it } from 'vitest'
import { SLICE } from '../../emulator/engine/checking/sliced.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'
import { MAX_WORK_ENTRIES } from '../../emulator/engine/trace/done-work.ts'
import { MAX_DUE_AT_REQUEST } from '../../emulator/engine/world/advance-bounds.ts'
import { askOf, busyEmulator } from './busy-emulator.ts'

let emulator: Emulator
/** Done in each pause. */
let meanwhile: () => unknown
let pauses: number

function begin(options: EmulatorOptions = {}): void {
  pauses = 0
  meanwhile = () => {}
  emulator = busyEmulator(options, async () => {
    pauses++
    await meanwhile()
  })
}

beforeEach(() => begin())

const ask = (method: string, path: string, body?: object) => askOf(emulator, method, path, body)

const now = () => new Date(emulator.clock.now()).toISOString()

describe('a real clock that went on while nobody asked', () => {
  /** Others: another world, and the control API. */
  let others: number[]
  let real: number

  beforeEach(async () => {
    real = 0
    begin({ clock: 'real', real: { now: () => real }, trace: true })
    await ask('POST', '/__emulator/worlds', { from: 'start' })
    others = []
    meanwhile = async () => {
      others.push((await ask('GET', '/w/w1/v1/users/me')).status, (await ask('GET', '/__emulator/health')).status)
    }
  })

  const sent = () => emulator.journal.entries().map(({ request }) => request.url)

  it('is caught up with in slices, others served between them; its requests wait, in their order', async () => {
    real = 3_600_000
    const answers = await Promise.all([1, 2, 3].map((n) => ask('GET', `/v1/users/me?n=${n}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sent()).toEqual([1, 2, 3].map((n) => `/v1/users/me?n=${n}`))
    expect(now()).toBe('2026-01-01T01:00:00.000Z')
    // 20 schedules fire 60 times, and each execution has three nodes.
    expect(pauses).toBeGreaterThan(4_000 / SLICE)
    expect(new Set(others)).toEqual(new Set([200]))
    const work = emulator.journal.timeline().slice(0, -3)
    expect(work.map(({ via }) => via)).toEqual(Array(MAX_WORK_ENTRIES).fill('time'))
    const expected = createEmulator({ state: emulator.export() }).world.executions.size
    begin()
    emulator.clock.advance('1h')
    expect(emulator.world.executions.size).toBe(expected)
  })

  it('is caught up with before the messages of a socket, in their order', async () => {
    const ids: number[] = []
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: (text) => ids.push((JSON.parse(text) as { id: number }).id),
      close() {},
    })
    real = 3_600_000
    for (const id of [1, 2])
      session.receive(
        JSON.stringify({ jsonrpc: '2.0', id, method: 'workflow.list_sessions', params: { org_id: 'acme' } }),
      )
    expect(ids).toEqual([])
    await ask('GET', '/v1/users/me')
    expect(ids).toEqual([1, 2])
    expect(pauses).toBeGreaterThan(4_000 / SLICE)
    expect(now()).toBe('2026-01-01T01:00:00.000Z')
  })

  it('holds up nobody where little fell due', async () => {
    real = 60_000
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect(pauses).toBe(0)
  })

  it('lets its requests go where a reset puts the world elsewhere', async () => {
    real = 3_600_000
    meanwhile = () => {
      if (pauses === 3) emulator.reset()
    }
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    // The last of them after its turn.
    expect([pauses, now()]).toEqual([4, '2026-01-01T00:00:00.000Z'])
  })
})

describe('what a request does in its own turn', () => {
  // Nothing of the starter world is under way any longer.
  beforeEach(() => emulator.clock.advance('10s'))

  const due = (pieces: number, after: number): void => {
    for (let n = 0; n < pieces; n++)
      hostOf(emulator).world.schedule(
        'none',
        emulator.clock.now() + after,
        'schedules',
        emulator.world.schedules.list()[0]!.id,
      )
  }
  const move = (advance: string) => emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ advance }] })
  const problems = () => emulator.triggers.list().map(({ problem }) => problem)
  const tooMuch = (most: number): string =>
    `advance: more than ${most} pieces of work fall due in this time: advance in smaller steps, or switch schedules off`

  it('is bounded for an advance by a trigger, which is not made', async () => {
    due(MAX_DUE_AT_REQUEST, 1_000)
    due(MAX_DUE_AT_REQUEST + 1, 2_000)
    move('1s')
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect([problems(), now()]).toEqual([[undefined], '2026-01-01T00:00:11.000Z'])
    emulator.journal.clear()
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect([problems(), now()]).toEqual([[tooMuch(MAX_DUE_AT_REQUEST)], '2026-01-01T00:00:11.000Z'])
    expect(emulator.journal.entries()[0]!.notes.join()).toContain('could not change the world: advance: more than 2500')
  })

  it('is bounded for all triggers together', async () => {
    for (const at of [1_000, 2_000, 3_000]) due(MAX_DUE_AT_REQUEST / 2, at)
    for (let n = 0; n < 4; n++) move('1s')
    await ask('GET', '/v1/users/me')
    expect(problems()).toEqual([undefined, undefined, tooMuch(0), tooMuch(0)])
    expect(now()).toBe('2026-01-01T00:00:12.000Z')
    await ask('GET', '/v1/users/me')
    expect(now()).toBe('2026-01-01T00:00:16.000Z')
  })

  it.each([false, true])(
    'is bounded for the time that a request takes, which then is less (traced: %s)',
    async (trace) => {
      begin({ trace, settings: { request_ms: 365 * 24 * 3_600_000 } })
      const count = () => emulator.world.firings.list().length
      const before = count()
      await ask('GET', '/v1/users/me')
      const first = count() - before
      expect(first).toBeGreaterThan(0)
      expect(first).toBeLessThan(MAX_DUE_AT_REQUEST)
      expect(emulator.clock.now()).toBeLessThan(Date.parse('2027-01-01T00:00:00Z'))
      await ask('GET', '/v1/users/me')
      expect(count() - before).toBeGreaterThan(first)
    },
  )

  it('is bounded for changes by triggers, of which the first that was too much is noted', async () => {
    for (let n = 0; n < 3; n++)
      emulator.triggers.add({
        when: { endpoint: 'GET /users/me' },
        do: Array.from({ length: 90 }, () => ({ delete: { users: ['nobody'] } })),
      })
    await ask('GET', '/v1/users/me')
    const many = expect.stringContaining('all triggers together make at most 500 changes at one request') as string
    expect(problems()).toEqual([expect.stringContaining('there is no user'), many, many])
    expect(
      emulator.journal.entries()[0]!.notes.filter((note) => note.includes('make at most 500 changes')),
    ).toHaveLength(1)
  })

  it('ends at the last time that there is', async () => {
    emulator = createEmulator({
      settings: { request_ms: Number.MAX_SAFE_INTEGER },
      fixtures: [{ fixture: 1, name: 'one', includes: [], records: {} }],
    })
    await ask('GET', '/v1/users/me')
    await ask('GET', '/v1/users/me')
    expect(now()).toBe('9999-12-31T23:59:59.999Z')
  })

  it('is bounded for the calls of one message together', () => {
    const sent: string[] = []
    const session = emulator.connect({
      url: '/v1/realtime',
      headers: ['x-api-key', 'svc-key-ada-admin'],
      send: (text) => sent.push(text),
      close() {},
    })
    emulator.triggers.add({
      when: { command: 'workflow.list_sessions' },
      do: Array.from({ length: 40 }, (_, i) => ({
        insert: { users: Array.from({ length: 50 }, (__, n) => ({ alias: `u${i}-${n}` })) },
      })),
    })
    const users = emulator.world.users.size
    session.receive(
      JSON.stringify(
        Array.from({ length: 20 }, (_, id) => ({
          jsonrpc: '2.0',
          id,
          method: 'workflow.list_sessions',
          params: { org_id: 'acme' },
        })),
      ),
    )
    const refused = (JSON.parse(sent[0]!) as { error?: { data: object } }[]).flatMap(({ error }) => error ?? [])
    // The first inserts them, the second tries to, and what comes then is refused.
    expect(refused).toHaveLength(18)
    expect(refused[0]!.data).toEqual({ error: 'limit_exceeded', limit: { name: 'batch_writes', max: 5_000 } })
    expect(emulator.world.users.size - users).toBe(2_000)
  })
})

it('is shown, and kept in a bundle, in slices: one entry may tell of hundreds of thousands of writes', async () => {
  begin({ trace: true })
  await ask('POST', '/__emulator/clock', { advance: '3h' })
  const [first, last] = [emulator.journal.first, emulator.journal.last]
  const text = async (path: string) =>
    (await emulator.fetch(`/__emulator${path}`)).json() as Promise<Record<string, unknown>>
  pauses = 0
  expect(await text(`/journal/${first}/changes`)).toEqual(JSON.parse(JSON.stringify(emulator.trace.changes(first))))
  expect(pauses).toBe(0)
  expect(await text(`/journal/${last}/changes`)).toEqual(JSON.parse(JSON.stringify(emulator.trace.changes(last))))
  // Slices of 2,000 writes, of which each piece of work makes two or more.
  expect(pauses).toBeGreaterThan(10)
  const { history, undos } = JSON.parse(
    JSON.stringify({ history: emulator.trace.history(), undos: emulator.trace.undos() }),
  ) as Record<string, unknown>
  const of = pauses
  pauses = 0
  expect(await text('/bundle')).toMatchObject({ trace: history, undo: undos })
  expect(pauses).toBeGreaterThan(of)
})
