/** Much work that falls due at a request: it is bounded. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.ts'
import { MAX_WORK_ENTRIES } from '../../emulator/engine/trace/done-work.ts'
import { MAX_DUE_AT_REQUEST } from '../../emulator/engine/world/advance-bounds.ts'
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
