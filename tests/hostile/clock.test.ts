/** `POST /clock` in which much falls due: others are served meanwhile, by the world as it is on its way. */
import { beforeEach, expect, it, vi } from 'vitest'
import { SLICE } from '../../emulator/engine/checking/sliced.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import type { Emulator, EmulatorOptions } from '../../emulator/index.ts'
import { MAX_WORK_ENTRIES } from '../../emulator/engine/trace/done-work.ts'
import { Table } from '../../emulator/engine/world/table.ts'
import { MAX_DUE_AT_ONCE } from '../../emulator/engine/world/advance-bounds.ts'
import { worksThroughMuch } from '../helpers/limits.ts'
import { askOf, busyEmulator } from './busy-emulator.ts'

const HOUR = { advance: '1h' }

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

const advance = (body: object = HOUR) => ask('POST', '/__emulator/clock', body)
const now = () => new Date(emulator.clock.now()).toISOString()
const state = () => JSON.stringify(emulator.export())

/** The state after the same work in one go. */
function inOneGo(): string {
  const other = emulator.fork()
  other.clock.advance('1h')
  return JSON.stringify(other.export())
}

it('serves others in each pause, and ends in the world that an advance in one go gives', async () => {
  const expected = inOneGo()
  const seen: string[] = []
  meanwhile = async () => {
    expect((await ask('GET', '/v1/users/me')).status).toBe(200)
    seen.push((await ask('GET', '/__emulator/clock')).body.now)
  }
  expect(await advance()).toEqual({ status: 200, body: { now: '2026-01-01T01:00:00.000Z' } })
  // A rehearsal and the work itself: 20 schedules fire 60 times, and each execution has three nodes.
  expect(pauses).toBeGreaterThan((2 * 4_000) / SLICE)
  expect(seen).toEqual(seen.toSorted())
  expect(new Set(seen).size).toBeGreaterThan(4_000 / SLICE)
  expect(state()).toBe(expected)
})

it('puts the new rows of each slice in order, which the next reader would do in one go', async () => {
  const read = vi.spyOn(Table.prototype, 'rows', 'get')
  await advance()
  const firings = read.mock.contexts.filter((table) => (table as unknown as Table).definition.name === 'firings')
  read.mockRestore()
  expect(firings.length).toBeGreaterThanOrEqual(pauses / 2)
})

it('does what falls due in one slice at once', async () => {
  await advance({ advance: '2m' })
  expect(pauses).toBe(0)
})

it('keeps what others write meanwhile; requests do not move the time', async () => {
  meanwhile = () => ask('POST', '/v1/blobs/acme', { alias: `b-${pauses}`, type: 'text' })
  expect((await advance()).body.now).toBe('2026-01-01T01:00:00.000Z')
  const written = pauses
  for (let n = 1; n <= written; n++) expect(emulator.world.blobs.get(`b-${n}`)).toBeDefined()
  meanwhile = () => {}
  await ask('POST', '/v1/blobs/acme', { alias: 'later', type: 'text' })
  expect(now()).toBe('2026-01-01T01:00:00.001Z')
})

it('leaves the work of one moment to the advance, however much it is', async () => {
  for (let n = 0; n < 2_000; n++)
    hostOf(emulator).world.schedule(
      'none',
      emulator.clock.now() + 1_000,
      'schedules',
      emulator.world.schedules.list()[0]!.id,
    )
  const left: number[] = []
  meanwhile = async () => {
    await ask('PATCH', '/v1/users/me', { name: `Ada ${pauses}` })
    left.push(hostOf(emulator).world.pending.size)
  }
  await advance({ advance: '1s' })
  const done = left.slice(1).map((each, position) => left[position]! - each)
  expect(Math.max(...done)).toBe(SLICE)
})

it('moves a real clock ahead, from where it is', async () => {
  let real = 0
  begin({ clock: 'real', real: { now: () => real } })
  meanwhile = () => {
    real += 1
  }
  await advance()
  expect(pauses).toBeGreaterThan(0)
  expect(now()).toBe(new Date(Date.parse('2026-01-01T01:00:00.000Z') + real).toISOString())
  real += 500
  expect((await ask('GET', '/__emulator/clock')).body.now).toBe(
    new Date(Date.parse('2026-01-01T01:00:00.000Z') + real).toISOString(),
  )
})

it('is seen by nobody where it is refused', worksThroughMuch, async () => {
  const { world } = hostOf(emulator)
  Object.assign(world, {
    tasks: {
      'schedule.fire': (of: typeof world, due: { due_ms: number; subject_id: string }) =>
        of.schedule('schedule.fire', due.due_ms + 10, 'schedules', due.subject_id),
    },
  })
  const before = state()
  meanwhile = () => {
    if (pauses % 100 === 0) expect(state()).toBe(before)
  }
  expect(await advance({ advance: '1d' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`more than ${MAX_DUE_AT_ONCE} pieces of work fall due`) },
  })
  expect(pauses).toBe(MAX_DUE_AT_ONCE / SLICE - 1)
  expect(state()).toBe(before)
  expect(world.underWay).toBeUndefined()
})

it('stops where others add work without end, and says how far it came', worksThroughMuch, async () => {
  const { world } = hostOf(emulator)
  let endless = false
  Object.assign(world, {
    tasks: {
      'schedule.fire': (of: typeof world, due: { due_ms: number; subject_id: string }) =>
        of.schedule('schedule.fire', due.due_ms + (endless && of === world ? 1 : 60_000), 'schedules', due.subject_id),
    },
  })
  meanwhile = () => {
    endless = true
  }
  const refused = await advance()
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`the clock stopped at ${now()}; advance again`) },
  })
})

it('does two advances one after the other', async () => {
  const both = await Promise.all([advance(), advance({ advance: '30m' })])
  expect(both.map(({ body }) => body.now)).toEqual(['2026-01-01T01:00:00.000Z', '2026-01-01T01:30:00.000Z'])
})

it.each([
  ['POST', '/__emulator/reset', 3],
  ['POST', '/__emulator/snapshots/kept/restore', 3],
  ['POST', '/__emulator/snapshots/kept/restore', 30],
])('is over where %s %s puts the world elsewhere, at pause %d', async (method, path, at) => {
  await ask('POST', '/__emulator/snapshots', { name: 'kept' })
  const before = state()
  meanwhile = async () => {
    if (pauses === at) expect((await ask(method, path)).status).toBe(200)
  }
  expect(await advance()).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('was reset, restored or deleted while its clock was moved') },
  })
  if (path.endsWith('reset')) expect(now()).toBe('2026-01-01T00:00:00.000Z')
  else expect(state()).toBe(before)
  meanwhile = () => {}
  await ask('PATCH', '/v1/users/me', { name: 'Ada' })
  expect(now()).toBe('2026-01-01T00:00:00.001Z')
})

it('gives its work entries of a trace, each beside what others did meanwhile', async () => {
  begin({ trace: true })
  meanwhile = async () => {
    if (pauses > 20) await ask('PATCH', '/v1/users/me', { name: `Ada ${pauses}` })
  }
  await advance()
  const entries = emulator.journal.timeline()
  const others = entries.filter(({ via }) => via === 'http')
  expect(others.length).toBeGreaterThan(10)
  expect(entries.length).toBeLessThanOrEqual(MAX_WORK_ENTRIES + 2 * others.length + 1)
  for (const { number, via } of entries) {
    if (via === 'http') expect(emulator.trace.changes(number).changed.map(({ table }) => table)).toEqual(['users'])
    else
      expect([number, emulator.trace.changes(number).changed.some(({ table }) => table === 'users')]).toEqual([
        number,
        false,
      ])
  }
  // Before the first entry the schedules were made; since then nothing happened that no entry tells.
  expect(emulator.trace.history().filter(({ entry }) => entry === null)).toHaveLength(1)
})

it('is told to the trace before the world is put elsewhere', async () => {
  begin({ trace: true })
  meanwhile = async () => {
    if (pauses === 30) emulator.trace.restore(emulator.journal.last, 'before')
  }
  await ask('PATCH', '/v1/users/me', { name: 'Countess' })
  expect((await advance()).status).toBe(400)
  expect(emulator.world.users.get('ada')?.['name']).not.toBe('Countess')
  expect(emulator.journal.timeline().filter(({ via }) => via === 'time')).toHaveLength(MAX_WORK_ENTRIES)
})
