import type { Question } from '../../../emulator/lab/questions/report.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'

/** Live display of `questions`: progress, and questions that matter as they are found. */
export class LiveQuestions extends LiveOutput {
  #began = performance.now()
  /** Number of alternatives; undefined during the run without one. */
  #of: number | undefined
  #done = 0
  #matter = 0

  constructor(io: Io) {
    super(io)
    this.update()
  }

  begin(of: number): void {
    this.#began = performance.now()
    this.#of = of
    this.update()
  }

  tried({ matters, accepted, effect, asks }: Question): void {
    this.#done++
    if (!matters || accepted === true) return this.update()
    this.#matter++
    this.show(`${effect}: ${asks}`)
  }

  protected progress(): string {
    if (this.#of === undefined) return 'running the client as it is'
    const left = timeLeft(this.#done, this.#of, performance.now() - this.#began)
    return `${this.#done} of ${this.#of} questions tried, ${this.#matter} matter${left}`
  }
}
