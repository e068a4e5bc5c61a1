import { describe, expect, it } from 'vitest'
import { completeRecord } from '../../../tests/helpers/complete-record.ts'
import { EmulatorError } from '../checking/emulator-error.ts'
import { changesBetween } from './history.ts'
import { beginBranch } from './world-state.ts'
import { defaultSettings, limitDefaults, findLimit, type Settings } from './settings.ts'
import { orgs } from './tables/orgs.ts'
import { createWorld, type Task, type World } from './world.ts'

const org = (world: World, alias: string) => completeRecord(orgs, { id: world.ids.uuid(), alias }, world)
const aliases = (world: World) => Array.from(world.orgs.rows(), ({ record }) => record.alias)

describe('a world that begins', () => {
  it('is empty, and has the seed, the settings and the time that it is given', () => {
    const settings = { ...defaultSettings(), node_ms: 7 }
    const world = createWorld({ seed: 9, settings, start: 5 })
    expect([world.seed, world.settings, world.now, world.drawn, world.time.mode]).toEqual([
      9,
      settings,
      5,
      0,
      'virtual',
    ])
    const { tables, ...state } = world.state
    expect(state).toEqual({
      now: 5,
      seq: 0,
      drawn: 0,
      varied: 0,
      version: 0,
      nextDue: Infinity,
      wroteAt: -Infinity,
      triggers: { entries: [], matched: [], fired: [], fullAt: [], drawn: [], problems: [], next: 1 },
      settings,
    })
    expect(tables.every(({ size }) => size === 0)).toBe(true)
  })

  it('has seed 1, the usual settings and the start of world time otherwise', () => {
    const world = createWorld()
    expect([world.seed, world.settings, world.now, world.tasks]).toEqual([
      1,
      defaultSettings(),
      Date.UTC(2026, 0, 1),
      {},
    ])
  })

  it('has one collection for each table, and none by other names', () => {
    const world = createWorld()
    expect(world.table('orgs')).toBe(world.orgs)
    expect([world.table('nothing'), world.table('__proto__')]).toEqual([undefined, undefined])
    expect(world.collection(0)).toBe(world.users)
  })

  it('counts its writes, and makes a table its own once', () => {
    const world = createWorld()
    const tables = () => [world.state.tables[0], world.state.tables[1]]
    const [users, shared] = tables()
    const first = world.orgs.insert(org(world, 'a'))
    const own = world.state.tables[1]
    world.orgs.update(first.id, { alias: 'b' })
    world.orgs.delete(first.id)
    expect(world.state.version).toBe(3)
    expect([tables()[0] === users, own === shared, tables()[1] === own]).toEqual([true, false, true])
    world.fork()
    world.orgs.insert(org(world, 'c'))
    expect(tables()[1] === own).toBe(false)
  })

  it('shares nothing that another one writes', () => {
    const [one, other] = [createWorld(), createWorld()]
    one.orgs.insert(org(one, 'a'))
    expect([aliases(one), aliases(other), aliases(createWorld())]).toEqual([['a'], [], []])
  })
})

describe('a fork', () => {
  it('has the state, and goes its own way from there, as its origin does', () => {
    const world = createWorld({ seed: 3 })
    world.orgs.insert(org(world, 'a'))
    const fork = world.fork()
    world.orgs.insert(org(world, 'b'))
    fork.orgs.insert(org(fork, 'c'))
    expect([aliases(world), aliases(fork)]).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect([fork.seed, fork.drawn, fork.settings]).toEqual([3, 2, world.settings])
    const ids = [world, fork].map(({ orgs }) => Array.from(orgs.rows(), ({ record }) => record.id))
    expect(ids[0]).toEqual(ids[1])
  })

  it('may have a seed and tasks of its own', () => {
    const done: string[] = []
    const task =
      (name: string): Task =>
      () =>
        void done.push(name)
    const world = createWorld({ tasks: { work: task('first') } })
    world.schedule('work', world.now, 'operations', 'o')
    const fork = world.fork(8, { work: task('second') })
    const eight = createWorld({ seed: 8 })
    eight.ids.uuid()
    expect([fork.seed, fork.ids.uuid()]).toEqual([8, eight.ids.uuid()])
    for (const each of [fork, world.fork(), world.fork(1, {})]) each.settle()
    expect(done).toEqual(['second', 'first'])
  })

  it('keeps no history and leaves that of its world', () => {
    const world = createWorld()
    world.keepHistory()
    world.orgs.insert(org(world, 'a'))
    const fork = world.fork()
    fork.orgs.insert(org(fork, 'b'))
    expect([fork.state.history, world.state.history!.number]).toEqual([undefined, 1])
  })

  it('of a real clock goes with it, from the time of its world', () => {
    let now = 1_000
    const world = createWorld({ clock: 'real', real: { now: () => now }, start: 0 })
    const still = createWorld({ clock: 'real', start: 0 })
    now += 7
    const forks = [world.fork(), still.fork()]
    now += 2
    for (const each of [world, ...forks]) each.settle()
    expect([world, ...forks].map((each) => each.now)).toEqual([9, 2, 0])
  })
})

describe('a snapshot', () => {
  it('is not changed by what the world, or one that was restored, does later', () => {
    const world = createWorld({ seed: 5 })
    world.orgs.insert(org(world, 'a'))
    const snapshot = world.snapshot()
    world.orgs.insert(org(world, 'b'))
    expect(Object.isFrozen(snapshot)).toBe(true)
    const other = createWorld()
    other.restore(snapshot)
    other.orgs.insert(org(other, 'c'))
    world.restore(snapshot)
    expect([aliases(world), aliases(other)]).toEqual([['a'], ['a', 'c']])
    world.orgs.insert(org(world, 'd'))
    world.restore(snapshot)
    expect([aliases(world), world.drawn]).toEqual([['a'], 1])
  })

  it('brings back seed, settings and time', () => {
    const settings: Settings = { ...defaultSettings(), node_ms: 7 }
    const from = createWorld({ seed: 5, settings, start: 77 })
    from.ids.uuid()
    const world = createWorld()
    world.restore(from.snapshot())
    expect([world.seed, world.settings, world.now]).toEqual([5, settings, 77])
    expect(world.ids.uuid()).toBe(from.ids.uuid())
    const { ids } = world
    world.restore(from.snapshot())
    expect(world.ids).toBe(ids)
  })
})

describe('history', () => {
  const told = (world: World, from = beginBranch()) =>
    changesBetween(from, world.state.history!).map(({ before, after }) => [
      before?.record['alias'],
      after?.record['alias'],
    ])

  it('is kept from when it is asked for, and counts writes over all lines', () => {
    const world = createWorld()
    world.orgs.insert(org(world, 'a'))
    expect(world.state.history).toBeUndefined()
    world.leaveBranch()
    expect(world.state.history).toBeUndefined()
    world.keepHistory()
    const b = world.orgs.insert(org(world, 'b'))
    world.orgs.update(b.id, { alias: 'c' })
    world.orgs.delete(b.id)
    expect([world.state.history!.number, told(world)]).toEqual([
      3,
      [
        [undefined, 'b'],
        ['b', 'c'],
        ['c', undefined],
      ],
    ])
    world.keepHistory()
    expect([world.state.history!.number, told(world)]).toEqual([3, []])
  })

  it('goes on along the line of a snapshot, and on another where the snapshot has none', () => {
    const world = createWorld()
    const strange = world.snapshot()
    world.keepHistory()
    world.orgs.insert(org(world, 'a'))
    const own = world.snapshot()
    const { branch: line } = world.state.history!
    world.orgs.insert(org(world, 'b'))
    world.restore(own)
    expect([world.state.history!.branch === line, world.state.history!.number, line.end]).toEqual([true, 1, undefined])
    world.restore(strange)
    expect([world.state.history!.branch === line, world.state.history!.number, aliases(world)]).toEqual([false, 1, []])
    expect(line.end!.tables.map(({ size }) => size)).toContain(1)
    const second = world.state.history!.branch
    world.restore(own)
    expect([world.state.history!.branch === line, world.state.history!.branch === second, aliases(world)]).toEqual([
      false,
      false,
      ['a'],
    ])
    expect(second.end!.tables.every(({ size }) => size === 0)).toBe(true)
  })
})

describe('time', () => {
  it('goes no further than ISO 8601 writes with four digits, and takes no time that is none', () => {
    const world = createWorld({ start: Date.UTC(9999, 11, 31, 23, 59, 59, 998) })
    expect(() => world.advance(2)).toThrow(
      'world time cannot pass 9999-12-31T23:59:59.999Z; it is 9999-12-31T23:59:59.998Z',
    )
    expect(() => world.advance(Number.NaN)).toThrow(EmulatorError)
    world.advance(1)
    expect(world.now).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
  })

  it('tells of each piece of work before it is done, and does what has no task by leaving it', () => {
    const told: [string, number, number][] = []
    const world = createWorld({ start: 0 })
    world.schedule('unknown', 5, 'operations', 'o', 'x')
    world.schedule('unknown', 7, 'operations', 'o')
    world.advance(
      6,
      ({ task, due_ms: due, data }) => void told.push([`${task} ${String(data)}`, due, world.pending.size]),
    )
    expect([told, world.now, world.state.nextDue]).toEqual([[['unknown x', 5, 2]], 6, 7])
    world.settle((due) => void told.push([due.task, 0, 0]))
    expect(told).toHaveLength(1)
    world.advance(1, ({ data }) => void told.push([String(data), world.now, 0]))
    expect([told[1], world.state.nextDue]).toEqual([['null', 7, 0], Infinity])
  })

  it('stops after as many pieces as it may do at once, and goes on with the rest', () => {
    const world = createWorld({ start: 0 })
    for (const due of [1, 2, 3]) world.schedule('unknown', due, 'operations', 'o')
    expect([world.advanceTo(9, 2), world.now, world.pending.size]).toEqual([false, 2, 1])
    expect([world.advanceTo(9, 2), world.now, world.pending.size]).toEqual([true, 9, 0])
    expect([world.advanceTo(4), world.now]).toEqual([true, 9])
  })

  it('finds the work that is due where some of it is gone', () => {
    const world = createWorld({ start: 0 })
    world.schedule('unknown', 5, 'operations', 'o')
    world.schedule('unknown', 8, 'operations', 'o')
    const [first, second] = [...world.pending.rows()]
    world.pending.removeRow(first!.record.id)
    world.advanceTo(6)
    expect([world.now, world.state.nextDue]).toEqual([6, 8])
    world.pending.removeRow(second!.record.id)
    world.advanceTo(9)
    expect([world.now, world.state.nextDue]).toEqual([9, Infinity])
  })

  it('that is virtual goes by itself nowhere', () => {
    let now = 0
    const world = createWorld({ real: { now: () => now }, start: 0 })
    now = 5
    world.settle()
    expect(world.now).toBe(0)
  })

  it('of the real clock is not moved by a refused advance', () => {
    let now = 0
    const world = createWorld({ clock: 'real', real: { now: () => now }, start: 0 })
    expect(() => world.advance(1e18)).toThrow(EmulatorError)
    now = 3
    world.settle()
    expect(world.now).toBe(3)
    world.advance(10)
    now = 1
    world.settle()
    expect(world.now).toBe(13)
  })
})

describe('settings', () => {
  it('have one limit of each name, that of the world before the usual one', () => {
    expect(
      findLimit({ settings: { ...defaultSettings(), limits: { orgs_per_user: 3 } as never } }, 'orgs_per_user'),
    ).toBe(3)
    expect(findLimit({ settings: { ...defaultSettings(), limits: {} as never } }, 'orgs_per_user')).toBe(
      limitDefaults.orgs_per_user,
    )
    expect(
      findLimit({ settings: { ...defaultSettings(), limits: { orgs_per_user: 0 } as never } }, 'orgs_per_user'),
    ).toBe(0)
  })

  it('that are usual are the same for all, and nobody can change them', () => {
    expect(defaultSettings()).toBe(defaultSettings())
    expect(() => Object.assign(defaultSettings().limits, { orgs_per_user: 1 })).toThrow(TypeError)
  })
})
