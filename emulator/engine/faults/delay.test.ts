import { describe, expect, it } from 'vitest'
import { Ids } from '../world/ids.ts'
import { delay, delayProblems } from './delay.ts'

/** Waits that the seed draws, in order. */
function waits(time: string, seed: number, count: number): number[] {
  const ids = new Ids(seed, { drawn: 0 })
  return Array.from({ length: count }, () => Number.parseInt(String(delay.draw!(time, ids)), 10)).toSorted(
    (a, b) => a - b,
  )
}

describe('a delay with a long tail', () => {
  it('has its median and its 99th percentile, which no wait exceeds', () => {
    const drawn = waits('80ms~2s', 7, 10_000)
    const quantile = (share: number) => drawn[Math.floor(share * drawn.length)]!
    // Of the log-normal distribution with this median and this 99th percentile: 80 * 25 ** (z / 2.326).
    expect(quantile(0.5)).toBeGreaterThan(76)
    expect(quantile(0.5)).toBeLessThan(84)
    expect(quantile(0.9)).toBeGreaterThan(440)
    expect(quantile(0.9)).toBeLessThan(505)
    expect(quantile(0.1)).toBeGreaterThan(12)
    expect(quantile(0.1)).toBeLessThan(15)
    expect(quantile(0.985)).toBeLessThan(2_000)
    expect(drawn.at(-1)).toBe(2_000)
    expect(drawn.filter((wait) => wait === 2_000).length).toBeLessThan(140)
  })

  it('is drawn by the seed', () => {
    expect(waits('80ms~2s', 7, 20)).toEqual(waits('80ms~2s', 7, 20))
    expect(waits('80ms~2s', 7, 20)).not.toEqual(waits('80ms~2s', 8, 20))
  })
})

it('draws each wait of a range alike often', () => {
  const drawn = waits('50ms..2s', 7, 10_000)
  expect([drawn[0], drawn.at(-1)]).toEqual([50, 2_000])
  expect(Math.abs(drawn[5_000]! - 1_025)).toBeLessThan(40)
})

it.each([
  ['0ms~2s', 'expected the median, above 0, and a greater 99th percentile, got 0ms~2s'],
  ['2s~2s', 'expected the median, above 0, and a greater 99th percentile, got 2s~2s'],
  ['2s~1s', 'expected the median, above 0, and a greater 99th percentile, got 2s~1s'],
  ['1s~25h', 'expected at most 24h, got 1s~25h'],
  ['2s..1s', 'expected the shorter delay first, got 2s..1s'],
  ['1s~', 'expected a duration such as 300ms, 50ms..2s or 80ms~2s, got 1s~'],
  ['1s~2s~3s', 'expected a duration such as 300ms, 50ms..2s or 80ms~2s, got 1s~2s~3s'],
  ['1s..2s..3s', 'expected a duration such as 300ms, 50ms..2s or 80ms~2s, got 1s..2s..3s'],
  ['1s..2s~3s', 'expected a duration such as 300ms, 50ms..2s or 80ms~2s, got 1s..2s~3s'],
])('refuses %s', (time, message) => {
  expect(delayProblems(time).map((problem) => problem.message)).toEqual([message])
})

it.each(['300ms', '0ms', '50ms..2s', '2s..2s', '80ms~2s', '1s~24h'])('takes %s', (time) => {
  expect(delayProblems(time)).toEqual([])
})
