import type { AssumptionId } from '../../../contract/assumptions.ts'

/** An observation from one exchange. Sightings of one subject that agree make a fact. */
export interface Sighting {
  readonly assumption: AssumptionId
  /** Setting that has the value. */
  readonly setting?: string
  /** Subject, if no setting names it. */
  readonly about?: string
  /** Value that was seen. For numbers that are only bounded, see `atLeast` and `below`. */
  readonly observed?: unknown
  /** The number is at least this. */
  readonly atLeast?: number
  /** The number is less than this. */
  readonly below?: number
  /** Value that the emulator assumes. */
  readonly assumed?: unknown
  /** Values vary by nature: the fact is their median. */
  readonly measured?: true
}

/** Value of a fact if the service does what the emulator assumes. */
export const AS_ASSUMED = 'as assumed'
