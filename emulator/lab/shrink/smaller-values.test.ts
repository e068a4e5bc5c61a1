import { describe, expect, it } from 'vitest'
import { smallerValues } from './smaller-values.ts'

describe('smaller values', () => {
  it.each([
    ['short', []],
    ['2026-01-01T00:00:00.000Z', []],
    ['x'.repeat(80), ['x', 'x'.repeat(40)]],
    [0, []],
    [1, [0]],
    [9, [0, 1, 4]],
    [[], []],
    [
      [1, 2],
      [[], [2], [1], [0, 2], [1, 0], [1, 1]],
    ],
    [{ size: 2, at: true }, [{}, { at: true }, { size: 2 }, { size: 0, at: true }, { size: 1, at: true }]],
    [null, []],
    [true, []],
  ])('of %j', (value, smaller) => expect(smallerValues(value)).toEqual(smaller))

  it('come to an end', () => {
    let value: unknown = { list: ['y'.repeat(1_000), { n: 12_345 }] }
    for (let less = smallerValues(value); less.length > 0; less = smallerValues(value)) value = less.at(-1)
    expect(smallerValues(value)).toEqual([])
  })
})
