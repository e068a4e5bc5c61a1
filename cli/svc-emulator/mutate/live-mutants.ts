import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { timeLeft } from '../progress.ts'

/** Real milliseconds between two lines of progress in a log. */
const LOG_MS = 30_000

/** Result of a run so far, on stderr: survivors as they come on a terminal, with a line of progress below them; elsewhere a line every 30 s. */
export class LiveMutants {
  readonly #stderr: Io['stderr'] & { readonly isTTY?: boolean }
  readonly #of: number
  readonly #began = performance.now()
  readonly #log: NodeJS.Timeout | undefined
  #done = 0
  #survived = 0

  constructor({ stderr }: Pick<Io, 'stderr'>, of: number) {
    this.#stderr = stderr
    this.#of = of
    if (this.#stderr.isTTY === true) this.#draw()
    else this.#log = setInterval(() => this.#stderr.write(`${this.#progress()}\n`), LOG_MS)
  }

  decided({ id, status, breaks }: MutantOutcome): void {
    this.#done++
    if (status === 'survived') this.#survived++
    if (this.#stderr.isTTY !== true) return
    if (status === 'survived')
      this.#stderr.write(`\r\u001B[Ksurvived: ${id}: nobody noticed that the emulator ${breaks}\n`)
    this.#draw()
  }

  end(): void {
    clearInterval(this.#log)
    if (this.#stderr.isTTY === true) this.#stderr.write('\r\u001B[K')
  }

  #draw(): void {
    this.#stderr.write(`\r\u001B[K${this.#progress()}`)
  }

  #progress(): string {
    const left = timeLeft(this.#done, this.#of, performance.now() - this.#began)
    return `${this.#done} of ${this.#of} mutants, ${this.#survived} survived${left}`
  }
}
