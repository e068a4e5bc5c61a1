import { mix } from '../../world/ids.ts'

/** Chance for one answer, drawn from the seed and the number of the request, and independent of the world's ids. */
export class Variation {
  readonly #seed: number
  readonly #request: number
  #drawn = 0

  constructor(seed: number, request: number) {
    this.#seed = seed ^ 0x7a21ed
    this.#request = request
  }

  /** An integer from 0 to `bound - 1`. */
  below(bound: number): number {
    return Math.floor((mix(this.#seed, this.#request, ++this.#drawn) / 0x1_0000_0000) * bound)
  }

  flip(): boolean {
    return this.below(2) === 1
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)]!
  }

  /** Items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items]
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const item = shuffled[i]!
      shuffled[i] = shuffled[j]!
      shuffled[j] = item
    }
    return shuffled
  }

  /** Number within a few hundredths of `around`, never below 1. */
  roughly(around: number): number {
    return Math.max(1, Math.round(around * (0.955 + this.below(85) / 1_000)))
  }
}
