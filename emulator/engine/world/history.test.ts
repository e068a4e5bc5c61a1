import { describe, expect, it } from 'vitest'
import { completeRecord } from '../../../tests/helpers/complete-record.ts'
import { changesBetween, isSameNonTableState, makeCheckpoint, worldAt, type Checkpoint } from './history.ts'
import { beginBranch, forgetBefore, MAX_CHANGES, noteChange } from './world-state.ts'
import { orgs } from './tables/orgs.ts'
import { users } from './tables/users.ts'
import { createWorld, type World } from './world.ts'

const org = (world: World, alias: string) =>
  world.orgs.insert(completeRecord(orgs, { id: world.ids.uuid(), alias }, world))
const aliases = (world: World | undefined) => world && Array.from(world.orgs.rows(), ({ record }) => record.alias)

function kept(): World {
  const world = createWorld({ start: 0 })
  world.keepHistory()
  return world
}

describe('a checkpoint', () => {
  const { triggers, settings } = createWorld().state
  const beside = { now: 1, seq: 2, drawn: 3, varied: 5, nextDue: 4, triggers, settings }

  it('is the same as another where all that stands beside the tables is', () => {
    expect(isSameNonTableState(beside, { ...beside })).toBe(true)
    for (const [name, value] of Object.entries({
      now: 9,
      seq: 9,
      drawn: 9,
      varied: 9,
      nextDue: 9,
      triggers: { ...triggers },
      settings: { ...settings },
    })) {
      expect(isSameNonTableState(beside, { ...beside, [name]: value }), name).toBe(false)
    }
  })

  it('is the last one where nothing has changed', () => {
    const world = kept()
    const first = makeCheckpoint(world.state)
    expect(makeCheckpoint(world.state, first)).toBe(first)
    world.advance(5)
    const second = makeCheckpoint(world.state, first)
    expect([second === first, second.now, second.change === first.change]).toEqual([false, 5, true])
    org(world, 'a')
    expect(makeCheckpoint(world.state, second).change.number).toBe(1)
  })
})

describe('the world at a checkpoint', () => {
  /** A world with checkpoints, each with a copy of its state for comparison. */
  function lived(): { world: World; checkpoints: { checkpoint: Checkpoint; seen: unknown }[] } {
    const world = kept()
    const checkpoints: { checkpoint: Checkpoint; seen: unknown }[] = []
    const look = () =>
      checkpoints.push({
        checkpoint: makeCheckpoint(world.state),
        seen: [aliases(world), world.now, world.drawn, world.state.seq],
      })
    look()
    const a = org(world, 'a')
    look()
    world.advance(5)
    world.orgs.update(a.id, { alias: 'b' })
    look()
    org(world, 'c')
    world.orgs.delete(a.id)
    look()
    return { world, checkpoints }
  }

  const at = (world: World, checkpoint: Checkpoint) => {
    const then = worldAt(world, checkpoint)
    return then && [aliases(then), then.now, then.drawn, then.state.seq]
  }

  it('is what it was then, with time, draws and positions', () => {
    const { world, checkpoints } = lived()
    for (const { checkpoint, seen } of checkpoints) expect(at(world, checkpoint)).toEqual(seen)
  })

  it('is found on a branch that the world has left', () => {
    const { world, checkpoints } = lived()
    world.leaveBranch()
    org(world, 'later')
    for (const { checkpoint, seen } of checkpoints) expect(at(world, checkpoint)).toEqual(seen)
  })

  it('finds records by what they were called then, and no longer by what they are called now', () => {
    const { world, checkpoints } = lived()
    const called = (checkpoint: Checkpoint) =>
      ['a', 'b', 'c'].map((alias) => worldAt(world, checkpoint)!.orgs.find(alias)?.alias)
    expect(checkpoints.map(({ checkpoint }) => called(checkpoint))).toEqual([
      [undefined, undefined, undefined],
      ['a', undefined, undefined],
      [undefined, 'b', undefined],
      [undefined, undefined, 'c'],
    ])
  })

  it('is its own: what is done there is not done here', () => {
    const { world, checkpoints } = lived()
    const then = worldAt(world, checkpoints[1]!.checkpoint)!
    org(then, 'there')
    expect([aliases(world), aliases(then)]).toEqual([['c'], ['a', 'there']])
  })

  it('is not known where it was forgotten, or on a branch without an end', () => {
    const { world, checkpoints } = lived()
    forgetBefore(checkpoints[2]!.checkpoint.change)
    expect(checkpoints.map(({ checkpoint, seen }) => [at(world, checkpoint) === undefined, seen])).toEqual([
      [true, checkpoints[0]!.seen],
      [true, checkpoints[1]!.seen],
      [false, checkpoints[2]!.seen],
      [false, checkpoints[3]!.seen],
    ])
    forgetBefore(checkpoints[1]!.checkpoint.change)
    expect(at(world, checkpoints[1]!.checkpoint)).toBeUndefined()
    expect(worldAt(kept(), checkpoints[3]!.checkpoint)).toBeUndefined()
    expect(worldAt(createWorld(), checkpoints[3]!.checkpoint)).toBeUndefined()
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
    const from = makeCheckpoint(world.state)
    const b = org(world, 'b')
    world.orgs.delete(b.id)
    expect(told(from, makeCheckpoint(world.state))).toEqual([
      [undefined, 'b'],
      ['b', undefined],
    ])
    expect(told(undefined, makeCheckpoint(world.state))).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
      ['b', undefined],
    ])
    expect(told(from, from)).toEqual([])
  })

  it('cross branches, and end where their origin is not known', () => {
    const world = kept()
    org(world, 'a')
    const from = makeCheckpoint(world.state)
    org(world, 'b')
    const last = world.state.history!
    world.leaveBranch()
    org(world, 'c')
    expect(told(from, makeCheckpoint(world.state))).toEqual([[undefined, 'c']])
    world.state.history!.branch.origin = last
    expect(told(from, makeCheckpoint(world.state))).toEqual([
      [undefined, 'b'],
      [undefined, 'c'],
    ])
    forgetBefore(last)
    expect(told(from, makeCheckpoint(world.state))).toEqual([[undefined, 'c']])
    const user = completeRecord(users, { id: world.ids.uuid(), alias: 'ada' }, world)
    world.users.insert(user)
    const other = kept()
    org(other, 'z')
    world.state.history!.branch.origin = other.state.history
    world.users.update(user.id, { alias: 'ben' })
    // Forgotten changes are not looked for on the previous branch.
    forgetBefore(world.state.history!.previous!)
    expect(told(undefined, makeCheckpoint(world.state))).toEqual([['ada', 'ben']])
  })

  it('of rows that go together are told one by one', () => {
    const world = kept()
    const ids = Array.from({ length: 12 }, (_, n) => org(world, `o-${n}`).id)
    const from = makeCheckpoint(world.state)
    world.orgs.removeRows(new Set(ids))
    expect(told(from, makeCheckpoint(world.state))).toEqual(ids.map((_, n) => [`o-${n}`, undefined]))
    expect(aliases(worldAt(world, from))).toHaveLength(12)
  })
})

it('forgets what is further back than it may remember', () => {
  const { state } = createWorld()
  state.history = beginBranch(7)
  noteChange(state, 0, undefined, undefined)
  expect([state.history.number, state.history.branch.first, state.history.table]).toEqual([8, 7, 0])
  state.history = { ...state.history, number: 7 + MAX_CHANGES - 1 }
  noteChange(state, 0, undefined, undefined)
  expect(state.history.branch.first).toBe(7)
  noteChange(state, 0, undefined, undefined)
  expect([state.history.number, state.history.branch.first, state.history.previous!.previous]).toEqual([
    8 + MAX_CHANGES,
    7 + MAX_CHANGES,
    undefined,
  ])
})
