import { expect, it } from 'vitest'
import { parseRate, takeOne, waitFor, type Rate } from './rate.ts'

it.each<[string, Rate | undefined]>([
  ['5/s', { requests: 5, perMs: 1_000 }],
  ['100/m', { requests: 100, perMs: 60_000 }],
  ['10/30s', { requests: 10, perMs: 30_000 }],
  ['1/250ms', { requests: 1, perMs: 250 }],
  ['5', undefined],
  ['0/s', undefined],
  ['5/0s', undefined],
  ['5/sec', undefined],
  ['5 / s', undefined],
])('reads %s', (text, rate) => {
  expect(parseRate(text)).toEqual(rate)
})

it.each([3, 7, 11])('lets %i requests through at once, and one more for each part of the period', (requests) => {
  const rate = { requests, perMs: 1_000 }
  let fullAt = 0
  const take = (now: number): boolean => {
    const next = takeOne(rate, fullAt, now)
    fullAt = next ?? fullAt
    return next !== undefined
  }
  const start = Date.UTC(2026, 0, 1)
  expect(Array.from({ length: requests + 1 }, () => take(start))).toEqual([...Array(requests).fill(true), false])
  const wait = waitFor(rate, fullAt, start)
  expect(take(start + wait - 1)).toBe(false)
  expect(take(start + wait)).toBe(true)
  expect(take(start + wait)).toBe(false)
})
