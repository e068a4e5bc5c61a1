import type { Observed } from './experiment.ts'
import type { Verdict } from './verdict.ts'

/** What a run is compared with. */
export interface References {
  readonly baseline: Observed
  /** Where the truth was changed: the same change made at the end, and before the subject began; and where the subject sets the same field, without it. */
  readonly changed?: readonly [atEnd: Observed, before: Observed, ...overwritten: Observed[]]
  /** Where pages hold less: the run where what was shown is all that there is. */
  readonly whole?: Observed
  readonly masks: ReadonlySet<string>
  /** Texts that nothing may show. */
  readonly secrets: readonly string[]
}

export interface Judgement {
  readonly verdict: Verdict
  /** What it was: the difference, the error, the limit. */
  readonly because: string
  /** A call that failed and was never repeated with success, while the subject claims that all is well. */
  readonly ignored?: string
  /** Of a claim that is wrong: the runs that it was compared with. */
  readonly rights?: readonly Right[]
}

/** A run that is right. */
export type Right = Pick<Observed, 'outcome' | 'world'>
