/** Follows the world time of an emulator, to tell changes by its requests from changes by others. */
export class TargetClock {
  /** True if the clock is virtual, and time has moved before the recording. */
  readonly used: boolean
  readonly #read: () => Promise<number>
  readonly #runs: boolean
  #expected: number
  #before = 0

  private constructor(read: () => Promise<number>, expected: number, runs: boolean, used: boolean) {
    this.#read = read
    this.#expected = expected
    this.#runs = runs
    this.used = used
  }

  /** Creates a clock. `start` is the time at which a replay starts, in milliseconds since 1970. */
  static async of(read: () => Promise<number>, start: number): Promise<TargetClock> {
    const first = await read()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const runs = (await read()) !== first
    return new TargetClock(read, start, runs, !runs && first !== start)
  }

  /** Milliseconds by which time is ahead of a replay, before a request. */
  async ahead(): Promise<number> {
    this.#before = await this.#read()
    const ahead = this.#before - this.#expected
    if (!(ahead >= 1)) return 0
    this.#expected = this.#before
    return ahead
  }

  /** Notes time that a request itself moved, which needs no step, since a replay moves it, too. */
  async answered(): Promise<void> {
    const moved = (await this.#read()) - this.#before
    if (!this.#runs && moved > 0) this.#expected += moved
  }
}
