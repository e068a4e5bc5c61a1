import { plural } from '../../../emulator/engine/checking/plural.ts'
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
  readonly #log: NodeJS.Timeout | undefined
  #began = performance.now()
  /** Test files of the run without a mutant; undefined before the first has ended. */
  #files: { readonly done: number; readonly of: number } | undefined
  /** Mutants to decide; undefined while the tests run as they are. */
  #of: number | undefined
  #done = 0
  #survived = 0

  constructor(io: Io) {
    this.#io = io
    this.#stderr = io.stderr
    if (this.#stderr.isTTY !== true) this.#log = setInterval(() => this.#stderr.write(`${this.#progress()}\n`), LOG_MS)
    this.#draw()
  }

  fileEnded(done: number, of: number): void {
    this.#files = { done, of }
    this.#draw()
  }

  /** The tests pass as they are, and so many mutants are to be decided. */
  begin(of: number): void {
    this.#began = performance.now()
    this.#of = of
    this.#draw()
  }

  decided({ id, status, breaks }: MutantOutcome): void {
    this.#done++
    if (status === 'survived') this.#survived++
    if (this.#stderr.isTTY === true && status === 'survived')
      this.#stderr.write(`\r\u001B[Ksurvived: ${id}: nobody noticed that the emulator ${breaks}\n`)
    this.#draw()
  }

  note(text: string): void {
    if (this.#stderr.isTTY === true) this.#stderr.write('\r\u001B[K')
    writeNote(this.#io, text)
    this.#draw()
  }

  end(): void {
    clearInterval(this.#log)
    if (this.#stderr.isTTY === true) this.#stderr.write('\r\u001B[K')
  }

  #draw(): void {
    if (this.#stderr.isTTY === true) this.#stderr.write(`\r\u001B[K${this.#progress()}`)
  }

  #progress(): string {
    if (this.#of !== undefined) return this.#decidedSoFar(this.#of)
    const { done, of } = this.#files ?? { done: 0, of: 0 }
    return `running the tests as they are${of === 0 ? '' : `: ${done} of ${plural(of, 'file')}`}`
  }

  #decidedSoFar(of: number): string {
    // The first few say little of the rest.
    const isKnown = this.#done >= of / 20
    const left = isKnown ? timeLeft(this.#done, of, performance.now() - this.#began) : ''
    return `${this.#done} of ${of} mutants, ${this.#survived} survived${left}`
  }
}
