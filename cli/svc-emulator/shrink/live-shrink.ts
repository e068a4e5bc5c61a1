import { shrinkProgress } from '../../../emulator/lab/shrink/shrink-report.ts'
import type { Size } from '../../../emulator/lab/shrink/small.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput } from '../live.ts'

/** A run of `shrink` so far: how small the world is, and how many runs that took. */
export class LiveShrink {
  readonly #live: LiveOutput
  #least: { readonly size: Size; readonly tries: number } | undefined

  constructor(io: Io) {
    this.#live = new LiveOutput(io, () => this.#progress())
    this.#live.update()
  }

  tried(size: Size, tries: number): void {
    this.#least = { size, tries }
    this.#live.update()
  }

  end(): void {
    this.#live.end()
  }

  #progress(): string {
    if (this.#least === undefined) return 'running it as it is'
    return shrinkProgress(this.#least.size, this.#least.tries)
  }
}
