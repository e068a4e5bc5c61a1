import type { MetBy, Variant } from './schedule/try-runs.ts'
import type { MutantOutcome } from '../mutation/report.ts'

/** Where a run tells how it goes. */
export interface Live {
  /** So many test files have ended in the run without a mutant. */
  fileEnded(done: number, of: number): void
  /** The tests pass as they are, and so many mutants are to be decided. */
  begin(of: number): void
  decided(outcome: MutantOutcome): void
  note(text: string): void
}

/** A way to try mutants: tests that passed as they are, and what they met. */
export interface Way {
  readonly met: ReadonlyMap<string, MetBy>
  /** Decides mutants, and gives their outcomes in the same order. */
  decide(mutants: readonly Variant[]): Promise<MutantOutcome[]>
  /** The line that runs a mutant again. */
  readonly formatRerun: (outcome: { readonly id: string; readonly files?: readonly string[] }) => string
  /** Leaves nothing behind. */
  close(): Promise<void>
}
