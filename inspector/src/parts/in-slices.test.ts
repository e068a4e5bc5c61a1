import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachSlice, NotWanted, SLICE, sortInSlices, turn, type Slicing } from './in-slices.ts'

function slicing(most = Infinity): Slicing & { pauses: number } {
  return {
    pauses: 0,
    async pause() {
      this.pauses++
    },
    over() {
      return this.pauses >= most
    },
  }
}

it('sorts as a sort does, with equals as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 60 }), async (some) => {
      const items = Array.from({ length: 3 * SLICE + 7 }, (_, index) => ({
        key: some[index % Math.max(1, some.length)] ?? 0,
        index,
      }))
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
      expect(await sortInSlices(items, compare, slicing())).toEqual(items.toSorted(compare))
    }),
    { numRuns: 15 },
  )
  expect(await sortInSlices([], () => 0, slicing())).toEqual([])
})

it('rests between slices, and ends when nobody waits any more', async () => {
  const items = Array.from({ length: 5 * SLICE }, (_, index) => index)
  const seen: number[] = []
  const resting = slicing()
  await eachSlice(items, resting, (slice, start) => seen.push(start, slice.length))
  expect(seen).toEqual([0, 1, 2, 3, 4].flatMap((n) => [n * SLICE, SLICE]))
  expect(resting.pauses).toBe(4)
  await expect(eachSlice(items, slicing(2), () => {})).rejects.toThrow(NotWanted)
  await expect(sortInSlices(items, (a, b) => b - a, slicing(6))).rejects.toThrow(NotWanted)
})

it('takes turns with whatever else waits', async () => {
  const order: string[] = []
  setTimeout(() => order.push('another'), 0)
  for (let n = 0; n < 50 && order.length === 0; n++) await turn()
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  expect(order).toEqual(['another'])
})
