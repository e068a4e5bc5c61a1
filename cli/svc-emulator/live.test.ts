import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { explorationWords } from './explore/exploration-words.ts'
import { LiveRuns } from './live-runs.ts'
import { askedSoFar } from './drift/drift-program.ts'
import { triedSoFar } from './permissions/permissions-program.ts'
import { LiveOutput, timeLeft } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.restoreAllMocks().useRealTimers())

/** A stderr, and what was written to it since the last look, with each change of the line on a line of its own. */
function makeStderr(isTTY: boolean, env: Record<string, string> = {}) {
  let written = ''
  const stderr = { isTTY, write: (text: string) => void (written += text) }
  const text = (): string[] => {
    const lines = written.split(/\r\u001B\[K|\n/).filter((line) => line !== '')
    written = ''
    return lines
  }
  return { io: { stderr, env, secrets: new Set(['svc-key-ada-admin']) } as never, text, raw: () => written }
}

it('a terminal gets one line that changes, and is cleared at the end', () => {
  const { io, raw } = makeStderr(true)
  let done = 0
  const live = new LiveOutput(io, () => `${++done} done`)
  live.update()
  live.update()
  live.end()
  expect(raw()).toBe('\r\u001B[K1 done\r\u001B[K2 done\r\u001B[K')
})

it('a terminal without cursor movement gets lines, as a log', () => {
  const { io, raw } = makeStderr(true, { TERM: 'dumb' })
  const live = new LiveOutput(io, () => 'working')
  live.update()
  vi.advanceTimersByTime(30_000)
  live.end()
  expect(raw()).toBe('working\n')
})

it('a log lets a process end that refuses its work', () => {
  vi.useRealTimers()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const live = new LiveOutput(makeStderr(false).io, () => 'working')
  expect(timers()).toBe(before)
  live.end()
})

it('a log gets a line every 30 s, also where the work lets no timer run', () => {
  const { io, text } = makeStderr(false)
  const live = new LiveOutput(io, () => 'working')
  live.update()
  live.show('found')
  vi.advanceTimersByTime(29_999)
  expect(text()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(text()).toEqual(['working'])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
  live.update()
  expect(text()).toEqual(['working'])
  live.update()
  live.end()
  expect(text()).toEqual([])
})

it('results and the output of programs stand above the line, without keys and control characters', () => {
  const { io, raw } = makeStderr(true)
  const live = new LiveOutput(io, () => 'working')
  live.show('found svc-key-ada-admin\u0007')
  live.print('of a program\n')
  expect(raw()).toBe('\r\u001B[Kfound ***\\u0007\n\r\u001B[Kworking\r\u001B[Kof a program\n')
})

it.each([
  [[10, 90, 5_000], ', about 40 s left'],
  [[4, 61, 40_000], ', about 10 min left'],
  [[1, 61, 10_000], ''],
  [[0, 61, 10_000], ''],
  [[90, 90, 9_000], ''],
] as const)('the time that is left after %j is `%s`', ([done, of, took], left) => {
  expect(timeLeft(done, of, took)).toBe(left)
})

it('an exploration shows findings as they come', () => {
  const { io, text } = makeStderr(true)
  const live = new LiveRuns(io, explorationWords)
  vi.advanceTimersByTime(10_000)
  live.count(1, 4, 1)
  live.show('hung: the answer comes too late, at GET /users/me#1')
  expect(text()).toEqual([
    'running the client without a fault',
    '1 of 4 experiments, 1 rejected, about 30 s left',
    'hung: the answer comes too late, at GET /users/me#1',
    '1 of 4 experiments, 1 rejected, about 30 s left',
  ])
})

it('drift shows how much is asked', () => {
  expect([
    askedSoFar(0, { done: 0, of: 0 }, 0),
    askedSoFar(7, { done: 5, of: 20 }, 10_000),
    askedSoFar(40, { done: 20, of: 20 }, 10_000),
  ]).toEqual(['0 exchanges', '7 exchanges, 5 of 20 steps, about 30 s left', '40 exchanges, 20 of 20 steps'])
})

it('permissions shows the calls that were tried', () => {
  expect([triedSoFar(1, 4, 0), triedSoFar(2, 4, 10_000)]).toEqual([
    '1 of 4 calls tried with other keys',
    '2 of 4 calls tried with other keys, about 10 s left',
  ])
})
