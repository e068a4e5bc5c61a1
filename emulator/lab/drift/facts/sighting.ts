import type { AssumptionId } from '../../../contract/assumptions.ts'

/** One thing that one exchange showed. Several of one subject make a fact where they agree. */
export interface Sighting {
  readonly assumption: AssumptionId
  /** Setting that it is a value of. */
  readonly setting?: string
  /** Subject, where no setting names it. */
  readonly about?: string
  /** Value that was seen; of a number that exchanges only bound, see `atLeast` and `below`. */
  readonly observed?: unknown
  /** The number is at least this. */
  readonly atLeast?: number
  /** The number is less than this. */
  readonly below?: number
  /** Value that the emulator assumes. */
  readonly assumed?: unknown
  /** Values differ from time to time: their median is the fact. */
  readonly measured?: true
}

/** Value of a subject in which the service does as the emulator assumes. */
export const AS_ASSUMED = 'as assumed'
