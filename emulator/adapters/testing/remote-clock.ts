import { EmulatorError } from '../../engine/checking/emulator-error.ts'

/** The clock of a page: `page.clock` of Playwright. */
export interface PageClock {
  runFor(ticks: number | string): Promise<void>
  fastForward(ticks: number | string): Promise<void>
}

/** Ends `clock.follow`: the page and the world go on apart. */
export interface FollowingPage {
  stop(): void
}

/** Time of a remote world. */
export class RemoteClock {
  readonly #read: () => Promise<number>
  readonly #advance: (duration: string | number) => Promise<void>
  #isFollowing = false

  constructor(read: () => Promise<number>, advance: (duration: string | number) => Promise<void>) {
    this.#read = read
    this.#advance = advance
  }

  /** World time in milliseconds since 1970. */
  now(): Promise<number> {
    return this.#read()
  }

  /** Advances world time by milliseconds, or a text such as `1h`. Rejects while the clock follows a page. */
  async advance(duration: string | number): Promise<void> {
    if (this.#isFollowing)
      throw new EmulatorError('the clock follows the clock of the page: advance that (`page.clock.runFor`)')
    await this.#advance(duration)
  }

  /**
   * Has world time move with the clock of a page: `runFor` and `fastForward` advance the world first, so that the page
   * finds done what is due by then.
   *
   * @example
   * await page.clock.install()
   * emulator.clock.follow(page.clock)
   * await page.clock.runFor('01:00')
   */
  follow(clock: PageClock): FollowingPage {
    if (typeof clock?.runFor !== 'function' || typeof clock.fastForward !== 'function')
      throw new EmulatorError('clock.follow: expected page.clock of Playwright')
    if (this.#isFollowing)
      throw new EmulatorError('clock.follow: the clock follows a page already; `stop()` that first')
    const { runFor, fastForward } = clock
    const after = (own: PageClock['runFor']) => async (ticks: number | string) => {
      await this.#advance(milliseconds(ticks))
      await own.call(clock, ticks)
    }
    Object.assign(clock, { runFor: after(runFor), fastForward: after(fastForward) })
    this.#isFollowing = true
    return {
      stop: () => {
        Object.assign(clock, { runFor, fastForward })
        this.#isFollowing = false
      },
    }
  }
}

/** Milliseconds of `08`, `01:00` and `02:34:10`, as Playwright reads them. */
function milliseconds(ticks: number | string): number {
  if (typeof ticks === 'number') return ticks
  if (!/^(?:\d+:){0,2}\d+$/.test(ticks))
    throw new EmulatorError(`'${ticks}' is no time of page.clock; expected milliseconds, 08, 01:00 or 02:34:10`)
  return ticks.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}
