import type { Sample } from '../../engine/kernel/unit/sample.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'

/** A request and what the emulator really answers to it. */
export interface Example {
  readonly sample: Sample
  readonly status: number
  /** The JSON of the body, or of the header that carries the envelope. */
  readonly answer: Readonly<Record<string, unknown>>
}

export type Examples = ReadonlyMap<Unit, Example>
