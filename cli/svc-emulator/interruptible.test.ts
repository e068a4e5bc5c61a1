import { describe, expect, it } from 'vitest'
import { Interrupted } from '../shared/client-error.ts'
import { interruptible } from './interruptible.ts'

const { signal: never } = new AbortController()

describe('work that a signal stops', () => {
  it('is over when it is over, and leaves no listener', async () => {
    const before = process.listenerCount('SIGINT')
    expect(
      await interruptible({ stopping: never }, async (stop) => [
        stop.aborted,
        process.listenerCount('SIGINT') - before,
      ]),
    ).toEqual([false, 1])
    await expect(interruptible({ stopping: never }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(process.listenerCount('SIGINT')).toBe(before)
  })

  it.each([
    ['ends well', async () => 1],
    ['fails of it', () => Promise.reject(new Error('the client was ended'))],
  ])('was interrupted, also where it %s', async (_, end) => {
    const stopping = new AbortController()
    const work = (stop: AbortSignal) => {
      stopping.abort()
      expect(stop.aborted).toBe(true)
      return end()
    }
    await expect(interruptible({ stopping: stopping.signal }, work)).rejects.toThrow(Interrupted)
    await expect(interruptible({ stopping: stopping.signal }, work)).rejects.toThrow(Interrupted)
  })
})
