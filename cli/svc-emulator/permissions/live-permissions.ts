import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'

/** Live display of `permissions`: the calls of the client, then those repeated with other keys. */
export class LivePermissions extends LiveOutput {
  #made = 0
  #tried: { readonly done: number; readonly of: number } | undefined
  #began = performance.now()

  constructor(io: Io) {
    super(io)
    this.update()
  }

  /** The client made a call. */
  made(): void {
    this.#made++
    this.update()
  }

  tried(done: number, of: number): void {
    if (this.#tried === undefined) this.#began = performance.now()
    this.#tried = { done, of }
    this.update()
  }

  protected progress(): string {
    if (this.#tried === undefined) return `reading the calls of the run: ${this.#made}`
    const { done, of } = this.#tried
    return `${done} of ${plural(of, 'call')} tried with other keys${timeLeft(done, of, performance.now() - this.#began)}`
  }
}
