/** How the results of replays are told. */
import type { ReplayResult, StepResult } from '../result.ts'

export interface Reporter {
  /** A scenario is about to be played. */
  begin?(name: string): void
  step?(step: StepResult): void
  /** One has ended. */
  scenario?(result: ReplayResult): void
  /** All have ended. */
  end(results: readonly ReplayResult[]): void
}

export interface Output {
  write(text: string): void
  /** Whether colours may be used. */
  color: boolean
  /** Whether a line can be written over: a terminal. */
  live: boolean
}

export interface Totals {
  scenarios: number
  failed: number
  /** Scenarios that the target cannot play. */
  not_played: number
  steps: number
  skipped: number
  /** Clauses of the specification that were exercised. */
  clauses: number
}

export function totalsOf(results: readonly ReplayResult[]): Totals {
  const steps = results.flatMap((result) => result.steps)
  return {
    scenarios: results.length,
    failed: results.filter(({ ok }) => !ok).length,
    not_played: results.filter(({ notPlayed }) => notPlayed !== undefined).length,
    steps: steps.length,
    skipped: steps.filter(({ status }) => status === 'skipped').length,
    clauses: new Set(results.flatMap(({ clauses }) => clauses.map(({ id }) => id))).size,
  }
}
