import { printable } from '../../emulator/engine/checking/printable.ts'
import { canRedraw } from '../shared/color.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'

/** Real milliseconds between two lines of progress in a log. */
const LOG_MS = 30_000

/**
 * A long command on stderr: results as they come on a terminal, with a line of progress below them; elsewhere a line
 * every 30 s.
 */
export class LiveOutput {
  readonly #io: Io
  readonly #isTerminal: boolean
  readonly #timer: NodeJS.Timeout | undefined
  #progress: () => string
  #logged = performance.now()

  /** @param progress the line of progress as it is now */
  constructor(io: Io, progress: () => string) {
    this.#io = io
    this.#progress = progress
    this.#isTerminal = canRedraw(io.stderr, io.env)
    // Work that is refused before it begins ends the process without `end()`.
    if (!this.#isTerminal) this.#timer = setInterval(() => this.#log(), LOG_MS).unref()
  }

  /** Redraws the progress line, or another one from now on. Called by work that blocks timers. */
  update(progress = this.#progress): void {
    this.#progress = progress
    if (this.#isTerminal) this.#io.stderr.write(`\r\u001B[K${printable(progress())}`)
    else if (performance.now() - this.#logged >= LOG_MS) this.#log()
  }

  /** Shows a result before the report has it; a log waits for the report. */
  show(text: string): void {
    if (this.#isTerminal) this.note(text)
    else this.update()
  }

  note(text: string): void {
    this.#clear()
    writeNote(this.#io, text)
    this.update()
  }

  /** Prints output of the command's program. */
  print(text: string): void {
    this.#clear()
    this.#io.stderr.write(text)
  }

  end(): void {
    clearInterval(this.#timer)
    this.#clear()
  }

  #clear(): void {
    if (this.#isTerminal) this.#io.stderr.write('\r\u001B[K')
  }

  #log(): void {
    this.#logged = performance.now()
    this.#io.stderr.write(`${printable(this.#progress())}\n`)
  }
}

/**
 * End of a progress line: `, about 30 s left`. Empty if little time is left, or the rest is unknown. `tookMs`: real
 * milliseconds.
 */
export function timeLeft(done: number, of: number, tookMs: number): string {
  // The first few say little of the rest.
  if (done === 0 || done < of / 20) return ''
  const leftMs = (tookMs / done) * (of - done)
  if (leftMs < 1_000) return ''
  return leftMs < 120_000
    ? `, about ${Math.round(leftMs / 1_000)} s left`
    : `, about ${Math.round(leftMs / 60_000)} min left`
}
