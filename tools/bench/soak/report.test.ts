import { describe, expect, it } from 'vitest'
import { judge, type Slice } from './report.ts'

const slices = (heap: (i: number) => number, count = 20): Slice[] =>
  Array.from({ length: count }, (_, i) => ({ heap: heap(i), handles: 0, latency: 1, bare: 1 }))

describe('judge', () => {
  it.each<[string, (i: number) => number, boolean]>([
    ['what stays', () => 100, true],
    ['a warm-up in the first tenth', (i) => (i < 2 ? 10 : 100), true],
    ['a twentieth more', (i) => (i < 18 ? 100 : 105), true],
    ['more than a twentieth more', (i) => (i < 18 ? 100 : 106), false],
    ['less than before', (i) => 100 - i, true],
    ['slow growth', (i) => 100 + i, false],
  ])('%s: flat %s', (_, heap, flat) => expect(judge(slices(heap))[0]).toMatchObject({ name: 'heap', flat }))

  it('takes the second tenth and the last', () =>
    expect(judge(slices((i) => i))[0]).toMatchObject({ second: 2.5, last: 18.5 }))

  it('says that handles appeared where there were none', () => {
    const grown = slices(() => 1).map((slice, i) => ({ ...slice, handles: i > 17 ? 1 : 0 }))
    expect(judge(grown)[1]).toMatchObject({ name: 'handles', change: Infinity, flat: false })
  })

  it.each<[string, number, number, boolean]>([
    ['a slow machine', 3, 3, true],
    ['a slow server', 3, 1, false],
  ])('latency of %s', (_, latency, bare, flat) => {
    const later = slices(() => 1).map((slice, i) => (i > 17 ? { ...slice, latency, bare } : slice))
    expect(judge(later)[2]).toMatchObject({ name: 'latency', flat })
  })

  it('takes ten slices or more', () =>
    expect(() => judge(slices(() => 1, 9))).toThrow('9 slices cannot be divided into tenths'))
})
