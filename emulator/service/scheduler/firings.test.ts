import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'

const base = createEmulator({
  fixtures: [
    {
      fixture: 1,
      name: 'schedules',
      records: {
        orgs: [{ alias: 'acme' }],
        definitions: [
          {
            org: 'acme',
            alias: 'work',
            body: {
              nodes: [
                { id: 'a', kind: 'task' },
                { id: 'b', kind: 'task' },
              ],
              edges: [{ from: 'a', to: 'b' }],
            },
          },
        ],
      },
      generate: {
        schedules: {
          count: 4,
          org: 'acme',
          alias: 's{n}',
          definition: 'work',
          every_seconds: { $cycle: [1, 2, 3, 7] },
        },
      },
    },
  ],
})

it('a long advance leaves the same world behind as many short ones', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 12 }), (steps) => {
      const inSteps = base.fork()
      for (const step of steps) inSteps.clock.advance(step)
      const atOnce = base.fork()
      atOnce.clock.advance(steps.reduce((sum, step) => sum + step, 0))
      expect(JSON.stringify(atOnce.export().tables)).toBe(JSON.stringify(inSteps.export().tables))
    }),
    { numRuns: 40 },
  )
})

it('fires once for each period passed, in the order in which they were due', () => {
  const emulator = base.fork()
  const start = emulator.clock.now()
  emulator.clock.advance('42s')
  const firings = emulator.world.firings.list()
  for (const [i, period] of [1, 2, 3, 7].entries()) {
    const { id } = emulator.world.schedules.get(`s${i + 1}`)!
    const due = firings.filter(({ schedule_id }) => schedule_id === id).map(({ due_at }) => Date.parse(due_at) - start)
    expect(due).toEqual(Array.from({ length: Math.floor(42 / period) }, (_, n) => (n + 1) * period * 1000))
  }
  const order = firings.map(({ due_at }) => due_at)
  expect(order).toEqual([...order].sort())
  expect(new Set(firings.map(({ execution_id }) => execution_id)).size).toBe(firings.length)
})

it('a forked world fires on its own', () => {
  const one = base.fork()
  const other = one.fork()
  one.clock.advance('10s')
  expect(other.world.firings.size).toBe(0)
  other.clock.advance('10s')
  expect(JSON.stringify(other.export().tables)).toBe(JSON.stringify(one.export().tables))
})

it('an exported world goes on where it was', () => {
  const emulator = base.fork()
  emulator.clock.advance(6_400)
  const again = createEmulator({ state: JSON.parse(JSON.stringify(emulator.export())) })
  for (const each of [emulator, again]) each.clock.advance('20s')
  expect(JSON.stringify(again.export().tables)).toBe(JSON.stringify(emulator.export().tables))
})
