import { shrinkProgress } from '../../../emulator/lab/shrink/shrink-report.ts'
import type { Size } from '../../../emulator/lab/shrink/small.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput } from '../live.ts'

/** A run of `shrink` so far: how small the world is, and how many runs that took. */
export class LiveShrink extends LiveOutput {
  #least: { readonly size: Size; readonly tries: number } | undefined

  constructor(io: Io) {
    super(io)
    this.update()
  }

  tried(size: Size, tries: number): void {
    this.#least = { size, tries }
    this.update()
  }

  protected progress(): string {
    if (this.#least === undefined) return 'running it as it is'
    return shrinkProgress(this.#least.size, this.#least.tries)
  }
}
