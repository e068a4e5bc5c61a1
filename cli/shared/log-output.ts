import type { Writable } from 'node:stream'
import type { Output } from './output-type.ts'

/** Bytes that wait for a reader. Beyond that lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Milliseconds that a reader has for what waits at the end. */
const END_WITHIN_MS = 500

/**
 * Output of a program that runs on. It never holds the program up and never ends it: what nobody reads is dropped and counted, and
 * when the reader goes away nothing more is written.
 */
export class LogOutput implements Output {
  readonly #make: () => Writable
  #first: Output | undefined
  #stream: Writable | undefined
  #dropped = 0
  #gone = false

  /**
   * @param stream made when something is written after the first text
   * @param first takes the first text, such as a banner, at once: making a stream takes longer
   */
  constructor(stream: () => Writable, first?: Output) {
    this.#make = stream
    this.#first = first
  }

  write(text: string): void {
    if (this.#first !== undefined) {
      this.#begin(this.#first, text)
      return
    }
    if (this.#gone) return
    const stream = this.#open()
    if (stream.writableLength > MAX_WAITING_BYTES) this.#drop(stream, text)
    else stream.write(text)
  }

  /** Resolves when everything is written, or when that takes too long. */
  async end(): Promise<void> {
    const stream = this.#stream
    if (stream === undefined || this.#gone || stream.writableLength === 0) return
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

  #begin(first: Output, text: string): void {
    this.#first = undefined
    try {
      first.write(text)
    } catch {
      // It has told its reader that nothing more can be written.
    }
    this.#gone = first.broken === true
  }

  #open(): Writable {
    if (this.#stream === undefined) {
      this.#stream = this.#make()
      this.#stream.on('error', () => {
        this.#gone = true
      })
    }
    return this.#stream
  }

  #drop(stream: Writable, text: string): void {
    if (this.#dropped === 0) stream.once('drain', () => this.#tell(stream))
    this.#dropped += text.split('\n').length - 1
  }

  #tell(stream: Writable): void {
    const count = this.#dropped
    this.#dropped = 0
    if (!this.#gone) stream.write(`${JSON.stringify({ dropped_lines: count, reason: 'nobody read them' })}\n`)
  }
}
