import { expect, it, onTestFinished, vi } from 'vitest'
import { Turns } from './turns.ts'

it('takes one after the other, in the order of arrival, failed ones too', async () => {
  const turns = new Turns(60_000)
  const seen: string[] = []
  let endFirst = (): void => {}
  const first = new Promise<void>((resolve) => {
    endFirst = resolve
  })
  const take = (name: string, work: () => Promise<void>): Promise<void> =>
    turns.take(async () => {
      seen.push(`${name} begins`)
      await work().finally(() => seen.push(`${name} ends`))
    })
  const all = Promise.allSettled([
    take('a', () => first),
    take('b', () => Promise.reject(new Error('no'))),
    take('c', () => Promise.resolve()),
  ])
  // The others would begin at once.
  await new Promise(setImmediate)
  expect(seen).toEqual(['a begins'])
  endFirst()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

it('does not wait for one that is stuck, nor for ever at the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
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
})

it('is idle at once when all are done', async () => {
  const quiet = new Turns(1000)
  await quiet.take(async () => undefined)
  await quiet.idle(60_000)
})
