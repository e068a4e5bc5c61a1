import type { Environment } from '../subjects/addresses.ts'
import type { Live } from './way.ts'

/** A command that runs tests, with the settings for trying it. */
export interface Trial {
  readonly program: readonly string[]
  readonly env: Environment
  /** Concurrent runs; undefined: as many as cores, if the tests pass that way. */
  readonly jobs?: number | undefined
  /** Real milliseconds for one run; undefined: five times the run without a mutant, at least 10 s. */
  readonly timeLimit?: number | undefined
  /** A run that does not end in time counts as having noticed the mutant. */
  readonly timeoutsKill?: boolean
  /** The variants are alternatives to assumptions, not only mutants. */
  readonly variesOtherwise?: boolean
  /** Ends running commands. Remaining mutants stay undecided. */
  readonly stop: AbortSignal
  readonly live: Live
}
