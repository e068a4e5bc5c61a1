import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const NOW = Date.UTC(2026, 0, 1)

it.each([
  ['3', 3_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:04 GMT', 4_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['2026', 2_026_000],
  [undefined, undefined],
] as const)('reads Retry-After: %s as %s ms', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected)
})
