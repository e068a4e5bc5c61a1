import type { Baseline } from './baseline.ts'
import type { Question } from './question.ts'
import type { Seen, Subject } from './subject.ts'
import type { Variant } from './variant.ts'

/** Fields of a result that `--since` reads in a later run. */
export interface Remembered {
  /** Of the question, the variant and its statements; undefined for a run that did not end in time. */
  readonly digest?: string
  /** Test files that decided it; undefined where all did, and for a client. */
  readonly ran?: readonly string[]
}

/** Tells whether results that rest on some test files, or on all, stand: nothing has changed that they rest on. */
export type Standing = (ran: readonly string[] | undefined) => boolean

interface Begun {
  readonly subject: Pick<Subject, 'name' | 'findModules'>
  readonly baseline: Pick<Baseline, 'first'>
}

/** Verdicts of an earlier run of a question. They stand where nothing that they rest on has changed. */
export class Memory {
  readonly #earlier: ReadonlyMap<string, Remembered>
  readonly #digest: (question: string, variant: Variant) => string
  readonly #compare: (subject: Begun['subject']) => Promise<Standing>
  #kept = 0
  readonly #asked = new Set<string>()

  /**
   * @param earlier results by their digests
   * @param digest of a question, a variant and its statements
   * @param compare compares what the results rest on with what they rested on
   */
  constructor(
    earlier: ReadonlyMap<string, Remembered>,
    digest: (question: string, variant: Variant) => string,
    compare: (subject: Begun['subject']) => Promise<Standing>,
  ) {
    this.#earlier = earlier
    this.#digest = digest
    this.#compare = compare
  }

  /** The earlier results of a question that stand, by the ids of their variants. */
  async find<V extends Variant, R extends object>(
    question: string,
    variants: Iterable<V>,
    { subject, baseline }: Begun,
    mayStand: (result: R, variant: V) => boolean = () => true,
  ): Promise<ReadonlyMap<string, R>> {
    const stands = await this.#compare(subject)
    const met = baseline.first.met()
    const isOfFiles = ({ statements }: V, ran: readonly string[]): boolean =>
      statements.every((id) => met.get(id)?.files?.every((file) => ran.includes(file)) === true)
    const found = new Map<string, R>()
    for (const variant of variants) {
      const known = this.#earlier.get(this.#digest(question, variant))
      if (known === undefined || !stands(known.ran) || !mayStand(known as R, variant)) continue
      // Another test file may meet the statement by now.
      if (known.ran === undefined || isOfFiles(variant, known.ran)) found.set(variant.id, known as R)
    }
    this.#kept += found.size
    return found
  }

  /** The result of a run with what a later run needs to keep it. */
  mark<R extends object>(
    question: string,
    variant: Variant,
    { end, tests }: Pick<Seen, 'end' | 'tests'>,
    result: R,
  ): R {
    const digest = this.#digest(question, variant)
    this.#asked.add(digest)
    // A run that does not end in time may end another time.
    if (end === 'hung') return result
    return { ...result, digest, ...(tests?.ran !== undefined && { ran: tests.ran }) }
  }

  /** The question about the variants without a verdict. Adds the results of the others to `results`, by their ids. */
  async recall<V extends Variant, R extends object>(
    question: Question<V, R>,
    results: Map<string, R>,
    begun: Begun & { readonly baseline: Baseline },
  ): Promise<Question<V, R>> {
    const all = Array.from(question.variants(begun.baseline))
    const found = await this.find<V, R>(question.name, all, begun)
    for (const [id, known] of found) results.set(id, question.recall?.(known) ?? known)
    return {
      ...question,
      variants: () => all.filter(({ id }) => !found.has(id)),
      judge: (variant, seen, baseline) =>
        this.mark(question.name, variant, seen, question.judge(variant, seen, baseline)),
    }
  }

  /** Number of results that are those of the earlier run, and of the others. */
  get counts(): { readonly kept: number; readonly asked: number } {
    return { kept: this.#kept, asked: this.#asked.size }
  }
}
