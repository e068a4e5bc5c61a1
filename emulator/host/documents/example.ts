import type { Sample } from '../../engine/kernel/unit/sample.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'

/** A request with the emulator's real answer. */
export interface Example {
  readonly sample: Sample
  readonly status: number
  /** JSON of the body, or of the header that carries the envelope. */
  readonly answer: Readonly<Record<string, unknown>>
}

export type Examples = ReadonlyMap<Unit, Example>
