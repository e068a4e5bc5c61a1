import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { parseDuration } from '../engine/world/clock.ts'
import { quoted, type RecordChangeCall } from '../engine/world/record-change.ts'
import type { Host } from '../engine/kernel/host.ts'

/** Fake timers of a test: `vi` of vitest, or `jest`. */
export type FakeTimers = { getMockedSystemTime(): Date | null } | { now(): number; getRealSystemTime(): number }

/** Ends `clock.follow`: the clock goes on by itself, or stands still, from the time that it has. */
export interface Following extends Disposable {
  stop(): void
}

/** `emulator.clock` */
export class EmulatorClock {
  readonly #host: Host
  readonly #change: RecordChangeCall

  constructor(host: Host, change: RecordChangeCall) {
    this.#host = host
    this.#change = change
  }

  /** World time in milliseconds since 1970. */
  now(): number {
    this.#host.settle()
    return this.#host.world.now
  }

  /**
   * Advances world time by milliseconds, or a text such as `1h`. Work that falls due on the way is done in order.
   * Throws `EmulatorError` for any other text, for more due work than `settings.limits.due_work`, and while the clock
   * follows timers.
   */
  advance(duration: string | number): void {
    const milliseconds = parseDuration(duration)
    if (milliseconds === undefined)
      throw new EmulatorError(`'${duration}' is not a duration; expected milliseconds or text such as 300ms, 2s, 1h30m`)
    this.#change('clock.advance', typeof duration === 'number' ? String(duration) : quoted(duration), (onDue) =>
      this.#host.world.advance(milliseconds, onDue),
    )
  }

  /**
   * Follows the fake timers of a test: as far as they are advanced, world time moves, too, and what is due is done in
   * order before the next answer. Throws `EmulatorError` where `Date` is not faked.
   *
   * @example
   * vi.useFakeTimers()
   * using following = emulator.clock.follow(vi)
   * await vi.advanceTimersByTimeAsync(60_000)
   */
  follow(timers: FakeTimers): Following {
    const read = readTimers(timers)
    const first = read()
    if (first === undefined)
      throw new EmulatorError('clock.follow: the timers do not fake Date: call vi.useFakeTimers() before')
    let last = first
    const { world } = this.#host
    this.#host.settle()
    world.time.follow({ now: () => (last = read() ?? last) }, world.now)
    const stop = (): void => {
      this.#host.settle()
      world.time.follow(undefined, world.now)
    }
    return { stop, [Symbol.dispose]: stop }
  }
}

/** Reads the time of fake timers; undefined while real ones are in use. */
function readTimers(timers: FakeTimers): () => number | undefined {
  if (typeof timers === 'object' && timers !== null) {
    if ('getMockedSystemTime' in timers) return () => timers.getMockedSystemTime()?.getTime()
    // Jest fakes Date and `now` together.
    if ('getRealSystemTime' in timers) return () => timers.now()
  }
  throw new EmulatorError('clock.follow: expected vi of vitest, or jest')
}
