import { expect, it } from 'vitest'
import { waitMs } from './wait-ms.ts'

it.each<[string | number | undefined, number]>([
  [undefined, 5_000],
  ['2s', 2_000],
  [0, 0],
  ['30d', 86_400_000],
  ['9999999999h', 86_400_000],
])('%j is a time that a timer can hold', (given, milliseconds) => {
  expect(waitMs(given, 5_000)).toBe(milliseconds)
})
