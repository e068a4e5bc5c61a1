import type { CheckLive } from '../../../emulator/lab/check/check-row.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput } from '../live.ts'

/** Live display of `check`: the question that is asked, and how many of its runs are done. */
export class LiveCheck extends LiveOutput implements CheckLive {
  #question = ''
  #of: number | undefined
  #done = 0

  constructor(io: Io) {
    super(io)
    this.update()
  }

  begin(question: string, of: number | undefined): void {
    if (this.#of === undefined || of === undefined) this.#done = 0
    this.#question = question
    this.#of = of
    this.update()
  }

  tried(): void {
    this.#done++
    this.update()
  }

  protected progress(): string {
    if (this.#of === undefined) return `${this.#question}: running it as it is`
    return `${this.#question}: ${this.#done} of ${this.#of}`
  }
}
