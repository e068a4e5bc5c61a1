import type { Writable } from 'node:stream'
import type { OutputStream } from './output-type.ts'

/** Bytes that wait for a reader. Beyond that lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Milliseconds that a reader has for the remaining output at the end. */
const END_WITHIN_MS = 500

/**
 * Output of a long-running program. A slow reader does not block the program: unread lines are dropped and counted.
 * When the reader closes the pipe, nothing more is written, and the program continues.
 */
export class LogOutput implements OutputStream {
  readonly #stream: Writable
  #dropped = 0
  #gone = false

  constructor(stream: Writable) {
    this.#stream = stream
    stream.on('error', () => {
      this.#gone = true
    })
  }

  write(text: string): void {
    if (this.#gone) return
    if (this.#stream.writableLength > MAX_WAITING_BYTES) this.#drop(text)
    else this.#stream.write(text)
  }

  /** Resolves when everything is written, or when that takes too long. */
  async end(): Promise<void> {
    const stream = this.#stream
    if (this.#gone || stream.writableLength === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, END_WITHIN_MS)
      stream
        .once('error', () => resolve())
        .write('', () => {
          clearTimeout(timer)
          resolve()
        })
    })
  }

  #drop(text: string): void {
    if (this.#dropped === 0) this.#stream.once('drain', () => this.#tell())
    this.#dropped += text.split('\n').length - 1
  }

  #tell(): void {
    const count = this.#dropped
    this.#dropped = 0
    if (!this.#gone) this.#stream.write(`${JSON.stringify({ dropped_lines: count, reason: 'not read' })}\n`)
  }
}
