import type { MetBy, Variant } from './schedule/try-runs.ts'
import type { MutantOutcome } from '../mutation/report.ts'

/** Listener for the progress of a run. */
export interface Live {
  /** Called with the number of test files that have ended in the run without a mutant. */
  fileEnded(done: number, of: number): void
  /** Called when the tests passed without a mutant, with the number of mutants to decide. */
  begin(of: number): void
  decided(outcome: MutantOutcome): void
  note(text: string): void
}

/** A way to try mutants, after the tests passed without one. */
export interface Way {
  readonly met: ReadonlyMap<string, MetBy>
  /** Decides mutants, and returns their outcomes in the same order. */
  decide(mutants: readonly Variant[]): Promise<MutantOutcome[]>
  /** The command line that repeats a mutant. */
  readonly formatRerun: (outcome: { readonly id: string; readonly files?: readonly string[] }) => string
  /** Deletes its temporary files. */
  close(): Promise<void>
}
