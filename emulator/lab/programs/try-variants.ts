import type { Variant } from './schedule/try-runs.ts'
import type { MutantOutcome } from '../mutation/report.ts'
import { keepVitest } from './keep-vitest.ts'
import { startEach } from './start-each.ts'
import type { Trial } from './trial.ts'
import type { Way } from './way.ts'

/** Outcomes of mutants, and the tests that met their clauses. */
interface TriedVariants extends Pick<Way, 'met' | 'formatRerun'> {
  /** In the order of the variants. */
  readonly outcomes: readonly MutantOutcome[]
}

/**
 * Runs tests without a mutant, then tries mutants of the clauses that they met, in the fastest way that the command
 * allows. Rejects with `SubjectFails` if the tests fail without a mutant, and with `Stopped` if this first run is
 * stopped.
 */
export async function tryVariants(mutants: readonly Variant[], trial: Trial): Promise<TriedVariants> {
  const way = (await keepVitest(trial)) ?? (await startEach(trial))
  try {
    trial.live.begin(mutants.filter(({ clause }) => way.met.has(clause)).length)
    return { outcomes: await way.decide(mutants), met: way.met, formatRerun: way.formatRerun }
  } finally {
    await way.close()
  }
}
