import { Writable } from 'node:stream'

interface Target {
  write(text: string): unknown
}

/** Keeps what is written back: what decides whether it is broken is often said after it, in the same turn. */
export class Held extends Writable {
  readonly #target: Target
  readonly #edited: (text: string) => string
  readonly #untilEnd: boolean
  #text = ''
  #written = false

  constructor(target: Target, edited: (text: string) => string, { untilEnd }: { readonly untilEnd: boolean }) {
    super({ decodeStrings: false })
    this.#target = target
    this.#edited = edited
    this.#untilEnd = untilEnd
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    if (this.#text === '' && !this.#untilEnd) setImmediate(() => this.release())
    this.#text += String(chunk)
    done()
  }

  /** Forgets what is held. */
  drop(): void {
    this.#text = ''
  }

  release(): void {
    if (this.#text !== '') this.#pass()
  }

  /** Releases what is left; where nothing was written at all, that may be what is broken. */
  finish(): void {
    if (this.#text !== '' || !this.#written) this.#pass()
  }

  #pass(): void {
    const text = this.#edited(this.#text)
    this.#text = ''
    this.#written = true
    if (text !== '') this.#target.write(text)
  }
}
