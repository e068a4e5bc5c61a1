import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Turns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('takes one after the other, in the order of arrival, failed ones too', async () => {
  const turns = new Turns(1000)
  const seen: string[] = []
  const task = (name: string, milliseconds: number) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('no')
  }
  const all = Promise.allSettled([turns.take(task('a', 900)), turns.take(task('b', 10)), turns.take(task('c', 1))])
  await vi.runAllTimersAsync()
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('does not wait for one that is stuck, nor for ever at the end', async () => {
  const turns = new Turns(1000)
  const seen: string[] = []
  void turns.take(() => new Promise(() => seen.push('stuck begins')))
  void turns.take(async () => void seen.push('next'))
  await vi.advanceTimersByTimeAsync(999)
  expect(seen).toEqual(['stuck begins'])
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toEqual(['stuck begins', 'next'])
  let idle = false
  void turns.idle(500).then(() => {
    idle = true
  })
  await vi.advanceTimersByTimeAsync(499)
  expect(idle).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(idle).toBe(true)
  const quiet = new Turns(1000)
  await quiet.take(async () => undefined)
  await quiet.idle(60_000)
})
