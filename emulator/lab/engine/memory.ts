import type { Question } from './question.ts'
import type { Variant } from './variant.ts'

/** Verdicts of an earlier run of a question. They stand where nothing that they rest on has changed. */
export class Memory {
  readonly #earlier: ReadonlyMap<string, object>
  readonly #digest: (variant: Variant) => string
  #results: ReadonlyMap<string, object> = new Map()
  #kept = 0

  /**
   * @param earlier results by the digests of their variants
   * @param digest of a variant and its statements
   */
  constructor(earlier: ReadonlyMap<string, object>, digest: (variant: Variant) => string) {
    this.#earlier = earlier
    this.#digest = digest
  }

  /** The question about the variants without a verdict. Adds the results of the others to `results`, by their ids. */
  recall<V extends Variant, R extends object>(question: Question<V, R>, results: Map<string, R>): Question<V, R> {
    this.#results = results
    const isKept = (variant: V): boolean => {
      const known = this.#earlier.get(this.#digest(variant)) as R | undefined
      if (known === undefined) return false
      results.set(variant.id, question.recall?.(known) ?? known)
      this.#kept++
      return true
    }
    return {
      ...question,
      variants: (baseline) => Array.from(question.variants(baseline)).filter((variant) => !isKept(variant)),
      judge: (variant, seen, baseline) => {
        const result = question.judge(variant, seen, baseline)
        // A run that does not end in time may end another time.
        return seen.end === 'hung' ? result : { ...result, digest: this.#digest(variant) }
      },
    }
  }

  /** Number of results that are those of the earlier run, and of the others. */
  get counts(): { readonly kept: number; readonly asked: number } {
    return { kept: this.#kept, asked: this.#results.size - this.#kept }
  }
}
