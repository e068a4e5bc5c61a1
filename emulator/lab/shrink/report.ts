import type { ContractStamp } from '../../contract/stamp.ts'
import type { Scenario } from '../../scenario/schema.ts'
import type { Size } from './small.ts'

/** A failure in a least scenario. */
export interface ShrinkReport {
  readonly contract: ContractStamp
  readonly subject: string
  /** Texts of the failure: the step and what it expected, the message of an error, the last line of a program. */
  readonly failure: readonly string[]
  readonly from: Size
  readonly to: Size
  /** Number of runs. */
  readonly tries: number
  /** Other failures that smaller worlds led to, which are no success. */
  readonly others: readonly { readonly failure: string; readonly times: number }[]
  /** False if the work was stopped early: then the scenario is the smallest so far. */
  readonly isLeast: boolean
  readonly notes: readonly string[]
  readonly scenario: Scenario
}
