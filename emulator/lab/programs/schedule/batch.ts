import type { MutantOutcome } from '../../mutation/report.ts'

/** A test, or a whole test file, that met a clause. */
export interface Place {
  readonly file: string
  /** Ids of tests; undefined where only the whole file can be run. */
  readonly tests: readonly string[] | undefined
}

/** A mutant that waits for its verdict, and where it can be noticed. */
export interface Waiting {
  readonly outcome: MutantOutcome
  readonly places: readonly Place[]
}

/** One run of a test file: some of its tests with some mutants each, or all of it with mutants that are in force throughout. */
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
  /** Nothing failed but tests: no hook, no promise that nothing waited for, no worker. */
  readonly isClean: boolean
  /** Of a whole file: the tests that failed, and what the first of them said. */
  readonly failure: { readonly by: readonly string[]; readonly said: string } | undefined
  /** Nothing was tried: the tests of the file depend on their order, so that it can only be run whole. */
  readonly isStateful?: boolean
  /** The run did not end in time; the mutant that was in force, where one was. */
  readonly hung?: { readonly mutant: string | undefined }
}
