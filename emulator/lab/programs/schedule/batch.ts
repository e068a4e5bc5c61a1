import type { MutantOutcome } from '../../mutation/report.ts'

/** A test, or a whole test file, that met a clause. */
export interface Place {
  readonly file: string
  /** Ids of tests; undefined if only the whole file can be run. */
  readonly tests: readonly string[] | undefined
}

/** A mutant without a verdict, and the tests that can notice it. */
export interface Waiting {
  readonly outcome: MutantOutcome
  readonly places: readonly Place[]
}

/**
 * One run of a test file: some tests, each with several mutants in turn, or the whole file with several mutants at
 * once.
 */
export type Batch =
  | { readonly file: string; readonly tries: ReadonlyMap<string, readonly string[]> }
  | { readonly file: string; readonly whole: readonly string[] }

/** Verdict on one test with one mutant. */
export interface TryOutcome {
  readonly test: string
  readonly mutant: string
  readonly end: 'killed' | 'passed' | 'idle' | 'late'
  readonly said: string
}

/** How a run of a test file ended. */
export interface BatchEnd {
  readonly tries: readonly TryOutcome[]
  /** Only tests failed: no hook, no unhandled rejection, no worker. */
  readonly isClean: boolean
  /** For a whole file: the failed tests, and the message of the first. */
  readonly failure: { readonly by: readonly string[]; readonly said: string } | undefined
  /** The file can only be run whole, because its tests depend on their order. Nothing was tried. */
  readonly isStateful?: boolean
  /** The run did not end in time. `mutant`: the one in force, if any. */
  readonly hung?: { readonly mutant: string | undefined }
}
