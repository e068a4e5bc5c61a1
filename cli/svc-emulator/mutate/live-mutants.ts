import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { timeLeft } from '../progress.ts'
import type { Live } from './way.ts'

/** Real milliseconds between two lines of progress in a log. */
const LOG_MS = 30_000

/** Result of a run so far, on stderr: survivors as they come on a terminal, with a line of progress below them; elsewhere a line every 30 s. */
export class LiveMutants implements Live {
  readonly #io: Io
  readonly #stderr: Io['stderr'] & { readonly isTTY?: boolean }
  readonly #of: number
  readonly #began = performance.now()
  readonly #log: NodeJS.Timeout | undefined
  #done = 0
  #survived = 0

  constructor(io: Io, of: number) {
    this.#io = io
    this.#stderr = io.stderr
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

  note(text: string): void {
    const isTerminal = this.#stderr.isTTY === true
    if (isTerminal) this.#stderr.write('\r\u001B[K')
    writeNote(this.#io, text)
    if (isTerminal) this.#draw()
  }

  end(): void {
    clearInterval(this.#log)
    if (this.#stderr.isTTY === true) this.#stderr.write('\r\u001B[K')
  }

  #draw(): void {
    this.#stderr.write(`\r\u001B[K${this.#progress()}`)
  }

  #progress(): string {
    // The first few say little of the rest.
    const isKnown = this.#done >= this.#of / 20
    const left = isKnown ? timeLeft(this.#done, this.#of, performance.now() - this.#began) : ''
    return `${this.#done} of ${this.#of} mutants, ${this.#survived} survived${left}`
  }
}
