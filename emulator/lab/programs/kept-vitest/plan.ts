/** Plan of one run in a session of vitest, for its workers, and the lines of their results. */

/** The variable that names the file of the plan to the workers of a session. */
export const PLAN_VARIABLE = 'SVC_EMULATOR_MUTATE_PLAN'

export interface Plan {
  /** File where meetings are noted. */
  readonly notes: string
  /** File where workers note how tries end. */
  readonly outcomes: string
  /** Mutants in force for whole test files. */
  readonly whole?: readonly string[]
  /** Tests to try, by id, and the mutants of each. Without it all tests run once. */
  readonly tries?: Readonly<Record<string, readonly string[]>>
  /** Every test runs twice, in the reverse order, with nothing broken. */
  readonly reversed?: boolean
}

/**
 * End of a try. `killed`: the test failed, directly after it had passed without a mutant. `passed`: the test passed.
 * `idle`: the mutant broke no answer. `late`: the test did not end within its limit, and had not passed without a
 * mutant directly before.
 */
export type TryEnd = 'killed' | 'passed' | 'idle' | 'late'

/** A line of the file of outcomes. */
export type OutcomeLine =
  /** Tests of the file run concurrently or repeatedly, so that none can be tried alone. */
  | { readonly kind: 'inseparable'; readonly file: string }
  | { readonly kind: 'start'; readonly test: string; readonly mutant: string }
  | {
      readonly kind: 'end'
      readonly test: string
      readonly mutant: string
      readonly end: TryEnd
      readonly said: string
    }
  /** A test fails without a mutant after a try, so its file runs no more tries. */
  | { readonly kind: 'dirty'; readonly test: string }
