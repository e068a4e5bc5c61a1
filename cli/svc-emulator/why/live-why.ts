import type { Io } from '../../shared/io.ts'
import { LiveOutput } from '../live.ts'

/** A run of `why` so far: how many of the changes were tried. */
export class LiveWhy extends LiveOutput {
  #of: number | undefined
  #done = 0

  constructor(io: Io) {
    super(io)
    this.update()
  }

  begin(of: number): void {
    this.#of = (this.#of ?? 0) + of
    this.update()
  }

  tried(): void {
    this.#done++
    this.update()
  }

  protected progress(): string {
    return this.#of === undefined ? 'running it as it is' : `${this.#done} of at least ${this.#of} changes tried`
  }
}
