import type { Live } from './way.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A command that runs tests, and how it is tried. */
export interface Trial {
  readonly program: readonly string[]
  readonly env: Environment
  /** Runs at the same time; undefined: as many as there are cores, where the tests bear it. */
  readonly jobs?: number | undefined
  /** Real milliseconds for one run; undefined: five times the run without a mutant, at least 10 s. */
  readonly timeLimit?: number | undefined
  /** A run that does not end in time has noticed the mutant. */
  readonly timeoutsKill?: boolean
  /** Alternatives are tried, not mutants alone. */
  readonly variesOtherwise?: boolean
  /** Ends what runs; mutants that are left stay undecided. */
  readonly stop: AbortSignal
  readonly live: Live
}
