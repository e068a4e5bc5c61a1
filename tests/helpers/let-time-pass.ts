import { onTestFinished, vi } from 'vitest'

/**
 * Lets each timer of the test run when nothing else is left to do, at the time that it was set for: hours pass at once, in order, however busy the
 * machine is. Timers that `AbortSignal.timeout` sets are none of these.
 */
export function letTimePass(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  }).setTimerTickMode('nextTimerAsync')
  onTestFinished(() => void vi.useRealTimers())
}
