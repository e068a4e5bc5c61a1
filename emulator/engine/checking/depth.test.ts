import { expect, it } from 'vitest'
import { deeperThan } from './depth.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { inner: value }
  return value
}

it.each<[unknown, number, unknown]>([
  [1, 0, undefined],
  [{}, 0, []],
  [{ a: 1 }, 1, undefined],
  [{ a: 1, b: [], c: {} }, 2, undefined],
  [{ a: 1, b: [[]] }, 2, ['b']],
  [[1, [[null]]], 2, ['1']],
  [null, 0, undefined],
])('%j below %d', (value, max, path) => expect(deeperThan(value, max)).toEqual(path))

it('looks into a value of any depth', () => {
  expect(deeperThan(nested(500_000), 500_000)).toBeUndefined()
  expect(deeperThan(nested(500_000), 499_999)).toBeDefined()
})
