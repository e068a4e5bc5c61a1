import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onSignal } from './until-signal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listening(env: NodeJS.ProcessEnv = {}) {
  const target = Object.assign(new EventEmitter(), { exit: vi.fn(), env, ppid: 1 })
  const stop = vi.fn()
  return { target, stop, release: onSignal(stop, target as unknown as NodeJS.Process) }
}

it('stops at the first signal, and ends the process at the second', () => {
  const { target, stop } = listening()
  target.emit('SIGTERM', 'SIGTERM')
  expect([stop, target.exit].map(({ mock }) => mock.calls)).toEqual([[['SIGTERM']], []])
  target.emit('SIGINT', 'SIGINT')
  expect(target.exit).toHaveBeenCalledWith(130)
})

it('stops when a terminal is closed, and a second time ends the process', () => {
  const { target, stop } = listening()
  target.emit('SIGHUP', 'SIGHUP')
  expect([stop, target.exit].map(({ mock }) => mock.calls)).toEqual([[['SIGHUP']], []])
  target.emit('SIGHUP', 'SIGHUP')
  expect(target.exit).toHaveBeenCalledWith(129)
})

it('stops at Ctrl-Break, which Windows has', () => {
  const { target, stop } = listening()
  target.emit('SIGBREAK', 'SIGBREAK')
  expect(stop.mock.calls).toEqual([['SIGBREAK']])
})

it.each([
  ['when npx has ended', { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'svc-emulator explore' }, 1],
  ['not when another parent has', { npm_lifecycle_event: 'start', npm_lifecycle_script: 'svc-emulator explore' }, 0],
])('stops %s', (_, env, times) => {
  const { target, stop } = listening(env)
  vi.advanceTimersByTime(2_000)
  expect(stop).not.toHaveBeenCalled()
  target.ppid = 2
  vi.advanceTimersByTime(2_000)
  expect(stop).toHaveBeenCalledTimes(times)
})

it('leaves nothing behind that listens', () => {
  const { target, stop, release } = listening({ npm_lifecycle_event: 'npx', npm_lifecycle_script: 'svc-emulator' })
  release()
  target.ppid = 2
  vi.advanceTimersByTime(2_000)
  expect([target.eventNames(), vi.getTimerCount(), stop.mock.calls]).toEqual([[], 0, []])
})
