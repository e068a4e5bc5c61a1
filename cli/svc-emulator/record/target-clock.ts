/** Milliseconds below which a step of time is ignored: a real clock always moves a little. */
const WORTH_A_STEP = 1_000

/** Follows the world time of an emulator, to tell changes by its requests from changes by others. */
export class TargetClock {
  /** True if the clock is virtual, and time has moved before the recording. */
  readonly used: boolean
  readonly #read: () => Promise<number>
  readonly #least: number
  #expected: number
  #before = 0

  private constructor(read: () => Promise<number>, expected: number, runs: boolean, used: boolean) {
    this.#read = read
    this.#expected = expected
    this.#least = runs ? WORTH_A_STEP : 1
    this.used = used
  }

  /** Creates a clock. `start` is the time at which a replay starts, in milliseconds since 1970. */
  static async of(read: () => Promise<number>, start: number): Promise<TargetClock> {
    const first = await read()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const runs = (await read()) !== first
    return new TargetClock(read, start, runs, !runs && first !== start)
  }

  /** Milliseconds by which time is ahead of a replay, before a request; 0 if it is not worth a step. */
  async ahead(): Promise<number> {
    this.#before = await this.#read()
    const ahead = this.#before - this.#expected
    if (!(ahead >= this.#least)) return 0
    this.#expected = this.#before
    return ahead
  }

  /** Notes time that a request itself moved, which needs no step, since a replay moves it, too. */
  async answered(): Promise<void> {
    const moved = (await this.#read()) - this.#before
    if (this.#least === 1 && moved > 0) this.#expected += moved
  }
}
