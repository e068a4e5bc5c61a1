/** The clock and due work: what falls due, at a request or in an advance, is bounded, and so is what triggers do. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'
import { MAX_WORK_ENTRIES } from '../../emulator/engine/trace/done-work.ts'
import { MAX_DUE_AT_REQUEST } from '../../emulator/engine/world/advance-bounds.ts'
import type { Task } from '../../emulator/engine/world/world.ts'
import { makeAsk, busyEmulator } from './busy-emulator.ts'

let emulator: Emulator

function begin(options: EmulatorOptions = {}): void {
  emulator = busyEmulator(options)
}

beforeEach(() => begin())

const ask = (method: string, path: string, body?: object) => makeAsk(emulator, method, path, body)

const now = () => new Date(emulator.clock.now()).toISOString()

describe('a real clock that went on while nobody asked', () => {
  let real: number

  beforeEach(() => {
    real = 0
    begin({ clock: 'real', real: { now: () => real }, trace: true })
  })

  it('is caught up with at the first request, before it is handled', async () => {
    real = 3_600_000
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect(now()).toBe('2026-01-01T01:00:00.000Z')
    const entries = emulator.journal.timeline().map(({ via }) => via)
    // The schedules that the test made come first.
    expect(entries.slice(entries.lastIndexOf('test') + 1)).toEqual([
      ...(Array(MAX_WORK_ENTRIES).fill('time') as string[]),
      'http',
    ])
    const expected = emulator.world.executions.size
    begin()
    emulator.clock.advance('1h')
    expect(emulator.world.executions.size).toBe(expected)
  })

  it('is caught up with before the messages of a socket', () => {
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
    expect(ids).toEqual([1, 2])
    expect(now()).toBe('2026-01-01T01:00:00.000Z')
  })
})

describe('what falls due at a request', () => {
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
  const tooMuch = (most: string): string =>
    `advance: more than ${most} pieces of due work lie within this time: advance in smaller steps, or switch schedules off`

  it('is bounded for an advance by a trigger, which is not made', async () => {
    due(MAX_DUE_AT_REQUEST, 1_000)
    due(MAX_DUE_AT_REQUEST + 1, 2_000)
    move('1s')
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect([problems(), now()]).toEqual([[undefined], '2026-01-01T00:00:11.000Z'])
    emulator.journal.clear()
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    expect([problems(), now()]).toEqual([[tooMuch('2,500')], '2026-01-01T00:00:11.000Z'])
    expect(emulator.journal.entries()[0]!.notes.join()).toContain(
      'could not change the world: advance: more than 2,500',
    )
  })

  it('is bounded for all triggers together', async () => {
    for (const at of [1_000, 2_000, 3_000]) due(MAX_DUE_AT_REQUEST / 2, at)
    for (let n = 0; n < 4; n++) move('1s')
    await ask('GET', '/v1/users/me')
    expect(problems()).toEqual([undefined, undefined, tooMuch('0'), tooMuch('0')])
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

it('is shown, and kept in a bundle, however many writes one entry tells of', async () => {
  begin({ trace: true })
  await ask('POST', '/__emulator/clock', { advance: '15m' })
  const { last } = emulator.journal
  const text = async (path: string) =>
    (await emulator.fetch(`/__emulator${path}`)).json() as Promise<Record<string, unknown>>
  expect(await text(`/journal/${last}/changes`)).toEqual(JSON.parse(JSON.stringify(emulator.trace.changes(last))))
  const { history, undos } = JSON.parse(
    JSON.stringify({ history: emulator.trace.history(), undos: emulator.trace.undos() }),
  ) as Record<string, unknown>
  expect(await text('/bundle')).toMatchObject({ trace: history, undo: undos })
})

it('makes a request change no more than 5,000 records, whatever the number of triggers', async () => {
  emulator = createEmulator()
  for (let i = 0; i < 4; i++) {
    const orgs = Array.from({ length: 2_000 }, (_, n) => ({ alias: `o${i}-${n}` }))
    emulator.triggers.add({ when: { endpoint: 'GET /users/me' }, do: [{ insert: { orgs } }] })
  }
  expect((await emulator.fetch('/v1/users/me', { headers: { 'x-api-key': 'svc-key-ada-admin' } })).status).toBe(200)
  const message = 'insert: all triggers together insert and update at most 5000 records at one request'
  expect(emulator.triggers.list().map(({ problem }) => problem)).toEqual([undefined, undefined, message, message])
  expect([emulator.world.orgs.get('o1-1999')?.alias, emulator.world.orgs.get('o2-0')]).toEqual(['o1-1999', undefined])
  expect(emulator.journal.entries()[0]!.notes).toEqual(
    [2, 3].map(
      (n) => expect.stringContaining(`trigger 'trigger-${n + 1}' could not change the world: ${message}`) as string,
    ),
  )
})

describe('an advance of the clock', () => {
  /** Bound on due work of these worlds. */
  const MOST = 50_000

  beforeEach(() => begin({ settings: { limits: { due_work: MOST } } }))

  const advance = (body: object = { advance: '1h' }) => ask('POST', '/__emulator/clock', body)
  const state = () => JSON.stringify(emulator.export())

  /** Counts the pieces of work that a world does from now on. */
  function countWork(): { done: number } {
    const { world } = hostOf(emulator)
    const count = { done: 0 }
    const counted = ([name, task]: [string, Task]) => {
      const work = (...given: Parameters<Task>): void => {
        count.done++
        task(...given)
      }
      return [name, Object.assign(work, { countUntil: task.countUntil })] as const
    }
    Object.assign(world, { tasks: Object.fromEntries(Object.entries(world.tasks).map(counted)) })
    return count
  }

  it('ends in the world that an advance in process gives', async () => {
    const other = emulator.fork()
    other.clock.advance('1h')
    expect(await advance()).toEqual({ status: 200, body: { now: '2026-01-01T01:00:00.000Z' } })
    expect(state()).toBe(JSON.stringify(other.export()))
  })

  it('moves a real clock ahead, from where it is', async () => {
    let real = 0
    begin({ clock: 'real', real: { now: () => real } })
    await advance()
    expect(now()).toBe('2026-01-01T01:00:00.000Z')
    real += 500
    expect((await ask('GET', '/__emulator/clock')).body.now).toBe('2026-01-01T01:00:00.500Z')
  })

  const tooMuch = {
    status: 400,
    body: { message: expect.stringContaining('more than 50,000 pieces of due work lie within this time') as string },
  }

  it.each(['1d', '3650d', '2000000d'])('is refused before any of its work is done (%s)', async (far) => {
    const before = state()
    const count = countWork()
    expect(await advance({ advance: far })).toMatchObject(tooMuch)
    expect(count.done).toBe(0)
    expect(state()).toBe(before)
  })

  it('is refused for what executions of many nodes still have to do, and takes what fits', async () => {
    const nodes = Array.from({ length: MOST + 10 }, (_, n) => ({ id: `n${n}`, kind: 'task' }))
    const definition = emulator.world.definitions.insert({ org: 'acme', alias: 'long', body: { nodes, edges: [] } })
    emulator.world.executions.insert({ org: 'acme', definition: definition.id })
    for (const { id } of emulator.world.schedules.list()) emulator.world.schedules.update(id, { enabled: false })
    // It starts at once, and its first node is under way.
    await ask('GET', '/__emulator/clock')
    const count = countWork()
    const milliseconds = (MOST + 1) * hostOf(emulator).world.settings.node_ms
    expect(await advance({ advance: milliseconds })).toMatchObject(tooMuch)
    expect(count.done).toBe(0)
    expect((await advance({ advance: '1h' })).status).toBe(200)
    expect(count.done).toBeGreaterThan(0)
  })

  it('counts exactly what schedules and their executions will do', async () => {
    const count = countWork()
    const { world } = hostOf(emulator)
    const target = world.now + 3_600_000
    const counted = Array.from(world.pending.by('due'))
      .filter((due) => due.due_ms <= target)
      .map((due) => world.tasks[due.task]!.countUntil?.(world, due, target, Infinity) ?? 1)
      .reduce((sum, each) => sum + each, 0)
    await advance()
    expect(count.done).toBe(counted)
  })

  it('is refused, and changes nothing, where work adds more than can be foreseen', async () => {
    const { world } = hostOf(emulator)
    const fire: Task = (of, due) => of.schedule('schedule.fire', due.due_ms + 1, 'schedules', due.subject_id)
    Object.assign(world, { tasks: { 'schedule.fire': fire } })
    const before = state()
    expect(await advance({ advance: '1h' })).toMatchObject(tooMuch)
    expect(state()).toBe(before)
  })

  it('gives its work entries of a trace', async () => {
    begin({ trace: true })
    await ask('PATCH', '/v1/users/me', { name: 'Countess' })
    await advance()
    const entries = emulator.journal.timeline().filter(({ via }) => via === 'time')
    expect(entries).toHaveLength(MAX_WORK_ENTRIES)
    for (const { number } of entries)
      expect(emulator.trace.changes(number).changed.map(({ table }) => table)).not.toContain('users')
    // The schedules that the test made have entries, too: nothing happened that no entry tells.
    expect(emulator.trace.history().filter(({ entry }) => entry === null)).toHaveLength(0)
  })
})
