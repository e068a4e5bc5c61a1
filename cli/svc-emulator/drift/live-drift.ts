import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { DriftSteps } from '../../../emulator/lab/drift/options.ts'
import type { Io } from '../../shared/io.ts'
import { LiveOutput, timeLeft } from '../live.ts'

/** Live display of `drift`: progress, then contradicted sentences as they are found. */
export class LiveDrift extends LiveOutput {
  readonly #began = performance.now()
  #exchanges = 0
  #steps: DriftSteps = { done: 0, of: 0 }

  constructor(io: Io) {
    super(io)
    this.update()
  }

  asked(exchanges: number, steps: DriftSteps): void {
    this.#exchanges = exchanges
    this.#steps = steps
    this.update()
  }

  contradicted(clause: string): void {
    this.show(`contradicted: ${clause}`)
  }

  protected progress(): string {
    const { done, of } = this.#steps
    const left = timeLeft(done, of, performance.now() - this.#began)
    return `${plural(this.#exchanges, 'exchange')}${of === 0 ? '' : `, ${done} of ${plural(of, 'step')}`}${left}`
  }
}
