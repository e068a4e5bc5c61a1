import type { NamedMutant } from '../../../emulator/contract/mutants.ts'
import type { Accepted } from '../../../emulator/lab/mutation/accepted.ts'
import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { keepVitest } from './keep-vitest.ts'
import { LiveMutants } from './live-mutants.ts'
import type { TrySettings } from './mutate-flags.ts'
import { startEach } from './start-each.ts'
import type { Way } from './way.ts'

/** Outcomes of mutants, and the tests that met their clauses. */
export interface TriedMutants extends Pick<Way, 'met' | 'formatRerun'> {
  /** In the order of the mutants. */
  readonly outcomes: readonly MutantOutcome[]
}

/** Runs tests as they are, then tries mutants of what they met in the fastest way that the command allows. */
export async function tryMutants(
  mutants: readonly NamedMutant[],
  settings: TrySettings,
  over: AbortSignal,
  io: Io,
  accepted?: Accepted,
): Promise<TriedMutants> {
  const live = new LiveMutants(io, accepted)
  try {
    const way = (await keepVitest(settings, over, io, live)) ?? (await startEach(settings, over, io, live))
    try {
      live.begin(mutants.filter(({ clause }) => way.met.has(clause)).length)
      return { outcomes: await way.decide(mutants), met: way.met, formatRerun: way.formatRerun }
    } finally {
      await way.close()
    }
  } finally {
    live.end()
  }
}
