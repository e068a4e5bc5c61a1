import { expect, it } from 'vitest'
import { progressText } from './progress-text.ts'

it.each([
  [[10, 90, 2, 5_000], '10 of 90 experiments, 2 rejected, about 40 s left'],
  [[1, 61, 0, 10_000], '1 of 61 experiments, 0 rejected, about 10 min left'],
  [[90, 90, 3, 9_000], '90 of 90 experiments, 3 rejected'],
] as const)('of %j is %s', ([done, of, findings, took], text) => {
  expect(progressText(done, of, findings, took)).toBe(text)
})
