import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { writeProgress } from './progress.ts'

/** Text written after updates at these times, in seconds. */
function writtenAt(isTTY: boolean, times: readonly number[]): string {
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  let now = 0
  const progress = writeProgress(
    { stderr },
    (tookMs, done, of) => `${done} of ${of} after ${tookMs / 1_000} s`,
    () => now,
  )
  for (const [n, time] of times.entries()) {
    now = time * 1_000
    progress(n + 1, times.length)
  }
  return String(stderr.read() ?? '')
}

it('a log gets a line every 30 s, and none of what is over before', () => {
  expect(writtenAt(false, [10, 29, 31, 60, 62])).toBe('3 of 5 after 31 s\n5 of 5 after 62 s\n')
  expect(writtenAt(false, [1, 2])).toBe('')
})

it('a terminal gets one line that changes', () => {
  expect(writtenAt(true, [1, 2])).toBe('\r\u001B[K1 of 2 after 1 s\r\u001B[K2 of 2 after 2 s\n')
})
