import { describe, expect, it } from 'vitest'
import { changesBetween, isSameNonTableState, markOf, worldAt, type Checkpoint } from './history.ts'
import { beginLine, forgetBefore, MAX_CHANGES, noteChange } from './world-state.ts'
import { createWorld, type World } from './world.ts'

const org = (world: World, alias: string) =>
  world.orgs.insert({
    id: world.ids.uuid(),
    name: alias,
    alias,
    visibility: 'public',
    enabled_blob_types: [],
    created_at: '2026-01-01T00:00:00.000Z',
  })
const aliases = (world: World | undefined) => world && Array.from(world.orgs.rows(), ({ record }) => record.alias)

function kept(): World {
  const world = createWorld({ start: 0 })
  world.keepHistory()
  return world
}

describe('a mark', () => {
  const beside = { now: 1, seq: 2, drawn: 3, nextDue: 4, triggers: createWorld().state.triggers }

  it('is the same as another where all that stands beside the tables is', () => {
    expect(isSameNonTableState(beside, { ...beside })).toBe(true)
    for (const [name, value] of Object.entries({
      now: 9,
      seq: 9,
      drawn: 9,
      nextDue: 9,
      triggers: { ...beside.triggers },
    })) {
      expect(isSameNonTableState(beside, { ...beside, [name]: value }), name).toBe(false)
    }
  })

  it('is the last one where nothing has changed', () => {
    const world = kept()
    const first = markOf(world.state)
    expect(markOf(world.state, first)).toBe(first)
    world.advance(5)
    const second = markOf(world.state, first)
    expect([second === first, second.now, second.change === first.change]).toEqual([false, 5, true])
    org(world, 'a')
    expect(markOf(world.state, second).change.number).toBe(1)
  })
})

describe('the world at a mark', () => {
  /** What each mark saw, told again from the present. */
  function lived(): { world: World; marks: { mark: Checkpoint; seen: unknown }[] } {
    const world = kept()
    const marks: { mark: Checkpoint; seen: unknown }[] = []
    const look = () =>
      marks.push({ mark: markOf(world.state), seen: [aliases(world), world.now, world.drawn, world.state.seq] })
    look()
    const a = org(world, 'a')
    look()
    world.advance(5)
    world.orgs.update(a.id, { alias: 'b' })
    look()
    org(world, 'c')
    world.orgs.delete(a.id)
    look()
    return { world, marks }
  }

  const at = (world: World, mark: Checkpoint) => {
    const then = worldAt(world, mark)
    return then && [aliases(then), then.now, then.drawn, then.state.seq]
  }

  it('is what it was then, with time, draws and positions', () => {
    const { world, marks } = lived()
    for (const { mark, seen } of marks) expect(at(world, mark)).toEqual(seen)
  })

  it('is found on a line that the world has left', () => {
    const { world, marks } = lived()
    world.leaveLine()
    org(world, 'later')
    for (const { mark, seen } of marks) expect(at(world, mark)).toEqual(seen)
  })

  it('finds records by what they were called then, and no longer by what they are called now', () => {
    const { world, marks } = lived()
    const called = (mark: Checkpoint) => ['a', 'b', 'c'].map((alias) => worldAt(world, mark)!.orgs.find(alias)?.alias)
    expect(marks.map(({ mark }) => called(mark))).toEqual([
      [undefined, undefined, undefined],
      ['a', undefined, undefined],
      [undefined, 'b', undefined],
      [undefined, undefined, 'c'],
    ])
  })

  it('is its own: what is done there is not done here', () => {
    const { world, marks } = lived()
    const then = worldAt(world, marks[1]!.mark)!
    org(then, 'there')
    expect([aliases(world), aliases(then)]).toEqual([['c'], ['a', 'there']])
  })

  it('is not known where it was forgotten, or on a line of no end', () => {
    const { world, marks } = lived()
    forgetBefore(marks[2]!.mark.change)
    expect(marks.map(({ mark, seen }) => [at(world, mark) === undefined, seen])).toEqual([
      [true, marks[0]!.seen],
      [true, marks[1]!.seen],
      [false, marks[2]!.seen],
      [false, marks[3]!.seen],
    ])
    forgetBefore(marks[1]!.mark.change)
    expect(at(world, marks[1]!.mark)).toBeUndefined()
    expect(worldAt(kept(), marks[3]!.mark)).toBeUndefined()
    expect(worldAt(createWorld(), marks[3]!.mark)).toBeUndefined()
  })
})

describe('writes between two states', () => {
  const told = (from: Checkpoint | undefined, to: Checkpoint) =>
    changesBetween(from?.change, to.change).map(({ before, after }) => [
      before?.record['alias'],
      after?.record['alias'],
    ])

  it('are told oldest first, without what led to the first', () => {
    const world = kept()
    org(world, 'a')
    const from = markOf(world.state)
    const b = org(world, 'b')
    world.orgs.delete(b.id)
    expect(told(from, markOf(world.state))).toEqual([
      [undefined, 'b'],
      ['b', undefined],
    ])
    expect(told(undefined, markOf(world.state))).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
      ['b', undefined],
    ])
    expect(told(from, from)).toEqual([])
  })

  it('go over lines that follow from one another, and end where that is not known', () => {
    const world = kept()
    org(world, 'a')
    const from = markOf(world.state)
    org(world, 'b')
    const last = world.state.history!
    world.leaveLine()
    org(world, 'c')
    expect(told(from, markOf(world.state))).toEqual([[undefined, 'c']])
    world.state.history!.line.origin = last
    expect(told(from, markOf(world.state))).toEqual([
      [undefined, 'b'],
      [undefined, 'c'],
    ])
    forgetBefore(last)
    expect(told(from, markOf(world.state))).toEqual([[undefined, 'c']])
    const user = {
      id: world.ids.uuid(),
      name: 'x',
      alias: 'ada',
      type: 'human',
      status: 'active',
      owner_user_id: null,
      created_at: '2026-01-01T00:00:00.000Z',
    } as const
    world.users.insert(user)
    const other = kept()
    org(other, 'z')
    world.state.history!.line.origin = other.state.history
    world.users.update(user.id, { alias: 'ben' })
    // What is forgotten is not looked for on the line before.
    forgetBefore(world.state.history!.previous!)
    expect(told(undefined, markOf(world.state))).toEqual([['ada', 'ben']])
  })

  it('of rows that go together are told one by one', () => {
    const world = kept()
    const ids = Array.from({ length: 12 }, (_, n) => org(world, `o-${n}`).id)
    const from = markOf(world.state)
    world.orgs.removeRows(new Set(ids))
    expect(told(from, markOf(world.state))).toEqual(ids.map((_, n) => [`o-${n}`, undefined]))
    expect(aliases(worldAt(world, from))).toHaveLength(12)
  })
})

it('forgets what is further back than it may remember', () => {
  const { state } = createWorld()
  state.history = beginLine(7)
  noteChange(state, 0, undefined, undefined)
  expect([state.history.number, state.history.line.first, state.history.table]).toEqual([8, 7, 0])
  state.history = { ...state.history, number: 7 + MAX_CHANGES - 1 }
  noteChange(state, 0, undefined, undefined)
  expect(state.history.line.first).toBe(7)
  noteChange(state, 0, undefined, undefined)
  expect([state.history.number, state.history.line.first, state.history.previous!.previous]).toEqual([
    8 + MAX_CHANGES,
    7 + MAX_CHANGES,
    undefined,
  ])
})
