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
