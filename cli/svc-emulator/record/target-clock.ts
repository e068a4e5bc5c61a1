/** A real clock moves between any two requests: only what is worth a step is told. */
const WORTH_A_STEP = 1_000

/** Follows world time of an emulator, to tell what its own requests move from what moves beside them. */
export class TargetClock {
  /** Time had moved before the first look, though no clock runs. */
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

  /** `start`: where a replay starts, in milliseconds since 1970. */
  static async of(read: () => Promise<number>, start: number): Promise<TargetClock> {
    const first = await read()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const runs = (await read()) !== first
    return new TargetClock(read, start, runs, !runs && first !== start)
  }

  /** Before a request: how far time is ahead of what a replay would have, in milliseconds; 0 for nothing worth a step. */
  async ahead(): Promise<number> {
    this.#before = await this.#read()
    const ahead = this.#before - this.#expected
    if (!(ahead >= this.#least)) return 0
    this.#expected = this.#before
    return ahead
  }

  /** After it: what it moved by itself, a replay moves as well. */
  async answered(): Promise<void> {
    const moved = (await this.#read()) - this.#before
    if (this.#least === 1 && moved > 0) this.#expected += moved
  }
}
