import type { Observed } from '../engine/world-subject.ts'
import type { Verdict } from './verdict.ts'

/** Runs and facts that a run is compared with. */
export interface References {
  readonly baseline: Observed
  /**
   * For a change by another writer: the runs with that change made at the end and before the start; and the run without
   * it if the subject overwrites the field.
   */
  readonly changed?: readonly [atEnd: Observed, before: Observed, ...overwritten: Observed[]]
  /** For short pages: the run in which the records that were shown are the only ones. */
  readonly whole?: Observed
  readonly masks: ReadonlySet<string>
  /** Texts that must never be shown. */
  readonly secrets: readonly string[]
}

export interface Judgement {
  readonly verdict: Verdict
  /** Reason for the verdict: the difference, the error, the limit. */
  readonly because: string
  /** A call that failed and was never repeated with success, although the subject claims success. */
  readonly ignored?: string
  /** For a wrong claim: the runs that it was compared with. */
  readonly correctRuns?: readonly CorrectRun[]
}

/** Outcome of a correct run. */
type CorrectRun = Pick<Observed, 'outcome' | 'world'>
