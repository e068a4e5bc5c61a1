import type { Io } from '../shared/io.ts'
import { LiveOutput, timeLeft } from './live.ts'

/** Words of the progress line of a question. */
export interface LiveWords {
  /** The run as it is. */
  readonly first: string
  /** Runs that are counted: `mutants`. */
  readonly runs: string
  /** Word for findings, which are counted: `survived`. */
  readonly found?: string
}

/** Live display of a question: progress, and findings as they come. */
export class LiveRuns extends LiveOutput {
  readonly #words: LiveWords
  #question = ''
  #began = performance.now()
  /** Undefined during the run as it is. */
  #counts: { readonly done: number; readonly of: number; readonly found: number } | undefined

  constructor(io: Io, words: LiveWords) {
    super(io, () => words.first)
    this.#words = words
    this.update()
  }

  /** Begins with a number of runs; undefined for the run as it is, of a question with a name. */
  begin(of: number | undefined, question = ''): void {
    const isSame = question === this.#question && this.#counts !== undefined
    if (!isSame) this.#began = performance.now()
    this.#question = question
    const { done, found } = (isSame ? this.#counts : undefined) ?? { done: 0, found: 0 }
    this.#counts = of === undefined ? undefined : { done, of, found }
    this.update(() => this.#line())
  }

  /** Counts a run, and shows what it found. */
  tried(finding?: string): void {
    const { done, of, found } = this.#counts!
    this.#counts = { done: done + 1, of, found: finding === undefined ? found : found + 1 }
    if (finding === undefined) this.update()
    else this.show(finding)
  }

  /** Shows counts that are known elsewhere. */
  count(done: number, of: number, found: number): void {
    this.#counts = { done, of, found }
    this.update(() => this.#line())
  }

  #line(): string {
    const { first, runs, found: word } = this.#words
    const question = this.#question === '' ? '' : `${this.#question}: `
    if (this.#counts === undefined) return `${question}${first}`
    const { done, of, found } = this.#counts
    if (of === Infinity) return `${question}${done} ${runs}`
    const left = timeLeft(done, of, performance.now() - this.#began)
    return `${question}${done} of ${of} ${runs}${word === undefined ? '' : `, ${found} ${word}`}${left}`
  }
}
