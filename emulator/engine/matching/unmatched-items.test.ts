import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unmatchedItems } from './unmatched-items.ts'

const left = (fits: readonly (readonly number[])[], others: number) => [
  ...unmatchedItems([...fits.keys()], [...Array.from({ length: others }).keys()], (item, other) =>
    fits[item]!.includes(other),
  ),
]

/** Maximum number of pairs, found by trying all. */
function mostPairs([first, ...rest]: readonly (readonly number[])[], used: readonly number[] = []): number {
  if (first === undefined) return 0
  return Math.max(
    mostPairs(rest, used),
    ...first.filter((other) => !used.includes(other)).map((other) => 1 + mostPairs(rest, [...used, other])),
  )
}

describe('pairs', () => {
  it.each<[string, number[][], number, number[]]>([
    ['as they stand', [[0], [1]], 2, []],
    ['one gives up what another needs', [[0, 1], [0]], 2, []],
    ['several give up in turn', [[0, 1], [0, 2], [1, 2, 3], [0]], 4, []],
    ['two need the same', [[0], [0], [1]], 2, [1]],
    ['nothing fits', [[], []], 2, [0, 1]],
  ])('%s', (_, fits, others, expected) => {
    expect(left(fits, others)).toEqual(expected)
  })

  it('are as many as there can be', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(4)), { maxLength: 5 }), (fits) => {
        expect(fits.length - left(fits, 5).length).toBe(mostPairs(fits))
      }),
    )
  })

  it('of lists in the same order take one look each', () => {
    const list = Array.from({ length: 500 }, (_, n) => n)
    let looks = 0
    const isSame = (item: number, other: number) => ++looks > 0 && item === other
    expect([...unmatchedItems(list, list, isSame)]).toEqual([])
    expect(looks).toBe(500)
  })
})
