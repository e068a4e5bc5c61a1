import { expect, it } from 'vitest'
import { TargetClock } from './target-clock.ts'

it.each([
  ['stands where a replay starts', [5, 5], false],
  ['stands elsewhere', [7, 7], true],
  ['runs', [7, 8], false],
])('the clock of a target that %s: %j, used before: %s', async (_, times, used) => {
  const reads = [...times]
  expect((await TargetClock.of(async () => reads.shift()!, 5)).used).toBe(used)
})

it('counts every millisecond of a clock that runs, since what a request began may be due at any of them', async () => {
  let now = 0
  const clock = await TargetClock.of(async () => now++, 0)
  const steps: number[] = []
  for (const later of [471, 350, 350, 1_400]) {
    now += later
    steps.push(await clock.ahead())
    await clock.answered()
  }
  expect(steps.reduce((sum, step) => sum + step)).toBe(now - 2)
})
