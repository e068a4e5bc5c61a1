/** One run of a session of vitest, as its workers are told it, and the lines in which they answer. */

/** The variable that names the file of the plan to the workers of a session. */
export const PLAN_VARIABLE = 'SVC_EMULATOR_MUTATE_PLAN'

export interface Plan {
  /** File where meetings are noted. */
  readonly notes: string
  /** File where workers note how tries end. */
  readonly outcomes: string
  /** Mutants that are in force for whole test files. */
  readonly whole?: readonly string[]
  /** Tests to try, by id, and the mutants of each. Without it all tests run once. */
  readonly tries?: Readonly<Record<string, readonly string[]>>
  /** Every test runs twice, in the reverse order, with nothing broken. */
  readonly reversed?: boolean
}

/**
 * End of a try. `killed`: it failed right after the test had passed unbroken. `passed`. `idle`: no answer was broken. `late`: the test
 * did not end within its own limit, and not right after it had passed unbroken.
 */
export type TryEnd = 'killed' | 'passed' | 'idle' | 'late'

/** A line of the file of outcomes. */
export type OutcomeLine =
  /** Tests of the file run side by side, or several times: none of them can be tried alone. */
  | { readonly kind: 'inseparable'; readonly file: string }
  | { readonly kind: 'start'; readonly test: string; readonly mutant: string }
  | {
      readonly kind: 'end'
      readonly test: string
      readonly mutant: string
      readonly end: TryEnd
      readonly said: string
    }
  /** A test fails unbroken after a try, so that its file runs no more tries. */
  | { readonly kind: 'dirty'; readonly test: string }
