import { onTestFinished, vi } from 'vitest'

/**
 * Lets each timer of the test run when nothing else is left to do, at the time that it was set for: hours pass at once, in order, however busy the
 * machine is. `AbortSignal.timeout` is one of these timers.
 */
export function letTimePass(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  }).setTimerTickMode('nextTimerAsync')
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    setTimeout(() => limit.abort(reason), milliseconds)
    return limit.signal
  })
  onTestFinished(() => {
    timeout.mockRestore()
    vi.useRealTimers()
  })
}
