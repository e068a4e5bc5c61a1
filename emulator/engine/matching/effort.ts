import { EmulatorError } from '../checking/emulator-error.ts'

/** Steps that one comparison may take: values looked at, and instructions of patterns; some 15 ms. */
export const MAX_EFFORT = 300_000
/** Of a step of a scenario, which is the user's own. */
export const MAX_OWN_EFFORT = 50_000_000
/** What reading a pattern costs, in steps, for each of its characters, and of its instructions. */
export const PATTERN = 300
export const PATTERN_CHARACTER = 50
export const PATTERN_INSTRUCTION = 10
/** What looking at a value costs. */
export const VALUE = 20

/** Characters of a text that are searched in a step. */
export const CHARACTERS = 4

/** A comparison that was given up: what decides was not seen. */
export class TooMuchEffort extends EmulatorError {
  constructor() {
    super(
      'comparing this with what was sent takes too long: ask for fewer values, shorter patterns, or less inside `contains`',
    )
  }
}

/**
 * How much work comparing may be. It is counted, not timed: what is too much for one machine is too much for every other. A value
 * inside `contains` is compared with each item of a list, and a pattern with each character of a text, so that two small documents may
 * ask for hours.
 */
export class Effort {
  readonly #max: number
  #spent = 0
  #over: TooMuchEffort | undefined

  constructor(max = MAX_EFFORT) {
    this.#max = max
  }

  /** Steps that were taken. */
  get spent(): number {
    return this.#spent
  }

  /** Throws `TooMuchEffort` where these steps are more than are left. */
  spend(steps: number): void {
    this.#spent += steps
    // The same one each time: thousands of triggers may ask in turn.
    if (this.#spent > this.#max) throw (this.#over ??= new TooMuchEffort())
  }
}
