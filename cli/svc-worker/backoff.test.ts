import { expect, it } from 'vitest'
import { backoff } from './backoff.ts'

it('doubles up to half a minute, less at most half by chance', () => {
  const longest = [0, 1, 2, 3, 6, 7, 50].map((failures) => backoff(failures, () => 0))
  expect(longest).toEqual([250, 500, 1000, 2000, 16_000, 30_000, 30_000])
  expect(backoff(2, () => 1)).toBe(500)
  for (let count = 0; count < 50; count++) expect(backoff(3)).toBeGreaterThanOrEqual(1000)
})
