/** `POST /clock` in which much falls due. */
import { beforeEach, expect, it } from 'vitest'
import { hostOf } from '../../emulator/host/instance-of.ts'
import type { Emulator, EmulatorOptions } from '../../emulator/index.ts'
import { MAX_WORK_ENTRIES } from '../../emulator/engine/trace/done-work.ts'
import type { Task } from '../../emulator/engine/world/world.ts'
import { makeAsk, busyEmulator } from './busy-emulator.ts'

let emulator: Emulator

function begin(options: EmulatorOptions = {}): void {
  emulator = busyEmulator(options)
}

/** Bound on due work of these worlds. */
const MOST = 50_000

beforeEach(() => begin({ settings: { limits: { due_work: MOST } } }))

const ask = (method: string, path: string, body?: object) => makeAsk(emulator, method, path, body)

const advance = (body: object = { advance: '1h' }) => ask('POST', '/__emulator/clock', body)
const now = () => new Date(emulator.clock.now()).toISOString()
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
