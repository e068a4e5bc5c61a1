import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { EPOCH, isoTime, parseDuration, realTime } from './clock.ts'
import { createWorld, type World } from './world.ts'

test.each([
  [0, 0],
  [1, 1],
  [1.4, 1],
  ['0ms', 0],
  ['300ms', 300],
  ['2s', 2_000],
  ['1.5s', 1_500],
  ['1.25s', 1_250],
  ['90m', 5_400_000],
  ['1h', 3_600_000],
  ['1h30m', 5_400_000],
  ['2d', 172_800_000],
  ['1d1h1m1s1ms', 90_061_001],
])('%s is %i milliseconds', (duration, milliseconds) => {
  expect(parseDuration(duration)).toBe(milliseconds)
})

test.each(['', '1', '1 h', 'h', '-1h', '+1h', '1H', '1w', '1h 30m', '.5s', '1e3s', 'PT1H', -1, Number.NaN, Infinity])(
  "'%s' is no duration",
  (duration) => {
    expect(parseDuration(duration)).toBeUndefined()
  },
)

test('times are ISO 8601 in UTC with milliseconds, also when they alternate', () => {
  for (const [ms, text] of [
    [EPOCH, '2026-01-01T00:00:00.000Z'],
    [EPOCH + 1, '2026-01-01T00:00:00.001Z'],
    [EPOCH, '2026-01-01T00:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ] as const) {
    expect(isoTime(ms)).toBe(text)
  }
})

test('any time has the text that a date has', () => {
  const milliseconds = fc.oneof(
    fc.integer({ min: EPOCH, max: EPOCH + 5_000 }),
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
  )
  fc.assert(
    fc.property(milliseconds, (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString())
    }),
  )
})

/** A world whose tasks log when they ran; `again` reschedules itself. */
function recording(real?: { now: () => number }): { world: World; ran: [string, number][] } {
  const ran: [string, number][] = []
  const world = createWorld({
    start: 0,
    ...(real && { real, clock: 'real' as const }),
    tasks: {
      once: ({ now }, { data }) => void ran.push([String(data), now]),
      again(within, { data, due_ms: due }) {
        ran.push([String(data), within.now])
        within.schedule('again', due + 10, 'schedules', 's', data)
      },
    },
  })
  return { world, ran }
}

describe('pending work', () => {
  it('is done at its own time, in order of time and then of scheduling, when world time passes it', () => {
    const { world, ran } = recording()
    for (const [name, due] of [
      ['c', 30],
      ['a', 10],
      ['b', 20],
      ['b2', 20],
      ['late', 31],
    ] as const)
      world.schedule('once', due, 'operations', 'o', name)
    world.advance(9)
    expect(ran).toEqual([])
    world.advance(21)
    expect([ran, world.now]).toEqual([
      [
        ['a', 10],
        ['b', 20],
        ['b2', 20],
        ['c', 30],
      ],
      30,
    ])
    world.advance(0)
    expect([ran.length, world.pending.size]).toEqual([4, 1])
  })

  it('that schedules more is followed up to the time, each at its own', () => {
    const { world, ran } = recording()
    world.schedule('again', 5, 'schedules', 's', 'x')
    world.advance(40)
    expect(ran).toEqual([
      ['x', 5],
      ['x', 15],
      ['x', 25],
      ['x', 35],
    ])
    expect(world.state.nextDue).toBe(45)
  })

  it('that was due before it was scheduled is done at the next look, and the clock does not move back', () => {
    const { world, ran } = recording()
    world.advance(100)
    world.schedule('once', 50, 'operations', 'o', 'x')
    world.settle()
    expect([ran, world.now]).toEqual([[['x', 100]], 100])
  })

  it('belongs to its world: a fork does its own, a snapshot brings it back', () => {
    const { world, ran } = recording()
    world.schedule('once', 10, 'operations', 'o', 'x')
    const snapshot = world.snapshot()
    const fork = world.fork()
    world.advance(10)
    expect([ran.length, fork.now, fork.pending.size]).toEqual([1, 0, 1])
    fork.advance(10)
    world.restore(snapshot)
    expect([ran.length, world.now, world.pending.size, world.state.nextDue]).toEqual([2, 0, 1, 10])
  })
})

test('a real clock is followed, can be advanced beside it, and a restored world goes on from its own time', () => {
  let now = 1_000_000
  const { world, ran } = recording({ now: () => now })
  world.schedule('once', 50, 'operations', 'o', 'x')
  now += 40
  world.settle()
  expect([world.now, ran]).toEqual([40, []])
  const snapshot = world.snapshot()
  now += 20
  world.settle()
  expect([world.now, ran]).toEqual([60, [['x', 50]]])
  world.advance(1_000)
  now += 1
  world.settle()
  expect(world.now).toBe(1_061)
  world.restore(snapshot)
  now += 5
  world.settle()
  expect(world.now).toBe(45)
})

it('is not put back with the clock of the machine', () => {
  const before = realTime.now()
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  try {
    expect(realTime.now()).toBeGreaterThanOrEqual(before)
  } finally {
    vi.useRealTimers()
  }
})
