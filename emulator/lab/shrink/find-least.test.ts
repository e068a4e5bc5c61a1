import { describe, expect, it } from 'vitest'
import { findLeast } from './find-least.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Finds what is left where all of these are needed, and how often that was asked for. */
async function findNeeded(count: number, needed: readonly number[], kind?: (item: number) => string) {
  let asked = 0
  const kept = await findLeast(
    numbers(count),
    (list) => {
      asked++
      return Promise.resolve(needed.every((item) => list.includes(item)))
    },
    kind === undefined ? {} : { kind },
  )
  return { kept, asked }
}

describe('the least part of a list that still fails', () => {
  it('is empty where nothing is needed, and asks once', async () => {
    expect(await findNeeded(1_000, [])).toEqual({ kept: [], asked: 1 })
    expect(await findNeeded(0, [])).toEqual({ kept: [], asked: 0 })
  })

  it.each([[[0]], [[999]], [[500]], [[3, 4, 700]], [[0, 250, 251, 252, 999]]])('keeps %j', async (needed) => {
    const { kept, asked } = await findNeeded(1_000, needed)
    expect(kept).toEqual(needed)
    expect(asked).toBeLessThan(25 * (needed.length + 1))
  })

  it('asks again for single items as long as one goes', async () => {
    // Each can only go after the one behind it.
    const kept = await findLeast(numbers(5), (list) => Promise.resolve(list.every((item, n) => item === n)))
    expect(kept).toEqual([])
    const inOrder = await findLeast(numbers(5), (list) =>
      Promise.resolve(list.length > 0 && list.every((item, n) => item === n)),
    )
    expect(inOrder).toEqual([0])
  })

  it('asks for some of those that are alike, where thousands are needed', async () => {
    const needed = numbers(5_900)
    const { kept, asked } = await findNeeded(6_000, needed, () => 'alike')
    expect(kept).toEqual(needed)
    expect(asked).toBeLessThan(400)
  })

  it('takes items for gone that went with others', async () => {
    const asked: number[][] = []
    const kept = await findLeast(
      [1, 2, 11, 12],
      (list) => {
        asked.push([...list])
        return Promise.resolve(list.includes(2))
      },
      { without: (list, left) => list.filter((item) => !left.includes(item) && !left.includes(item - 10)) },
    )
    expect(kept).toEqual([2])
    expect(asked.every((list) => !list.includes(11) || list.includes(1))).toBe(true)
  })
})
