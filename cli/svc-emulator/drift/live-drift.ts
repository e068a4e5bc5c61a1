import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { Steps } from '../../../emulator/lab/drift/options.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'

/** Live display of `drift`: progress, then contradicted sentences as they are found. */
export class LiveDrift {
  readonly #live: LiveOutput
  readonly #began = performance.now()
  #exchanges = 0
  #steps: Steps = { done: 0, of: 0 }

  constructor(io: Io) {
    this.#live = new LiveOutput(io, () => this.#progress())
    this.#live.update()
  }

  asked(exchanges: number, steps: Steps): void {
    this.#exchanges = exchanges
    this.#steps = steps
    this.#live.update()
  }

  contradicted(clause: string): void {
    this.#live.show(`contradicted: ${clause}`)
  }

  note(text: string): void {
    this.#live.note(text)
  }

  /** Prints output of the suite. */
  print(text: string): void {
    this.#live.print(text)
  }

  end(): void {
    this.#live.end()
  }

  #progress(): string {
    const { done, of } = this.#steps
    const left = timeLeft(done, of, performance.now() - this.#began)
    return `${plural(this.#exchanges, 'exchange')}${of === 0 ? '' : `, ${done} of ${plural(of, 'step')}`}${left}`
  }
}
