import { mutants } from '../../../emulator/contract/mutants.ts'
import { mutateRuns } from '../../../emulator/lab/mutation/mutate-runs.ts'
import type { MutantStatus } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { interruptible } from '../interruptible.ts'
import { limitFor, Suite } from '../mutate/suite.ts'
import { writeProgress } from '../progress.ts'

/** Tests that rest on a sentence. */
export interface Impact {
  /** Tests that met it, or files of tests where no more is known. */
  readonly met: readonly string[]
  /** Tests that fail where it is broken. */
  readonly noticing: readonly string[]
  readonly mutants: readonly { readonly id: string; readonly breaks: string; readonly status: MutantStatus }[]
}

/** Runs tests as they are, and once for each way to break one of these clauses that they met. A clause without a way is left out. */
export function findImpacts(
  ids: ReadonlySet<string>,
  program: readonly string[],
  jobs: number,
  io: Io,
): Promise<Map<string, Impact>> {
  return interruptible(io, async (stop) => {
    const suite = new Suite(program, io.env, stop)
    try {
      return await breakEach(ids, suite, jobs, io)
    } finally {
      await suite.close()
    }
  })
}

async function breakEach(ids: ReadonlySet<string>, suite: Suite, jobs: number, io: Io): Promise<Map<string, Impact>> {
  const baseline = await suite.baseline()
  const chosen = mutants.filter(({ clause }) => ids.has(clause))
  const total = chosen.filter(({ clause }) => baseline.met.has(clause)).length
  const progress = writeProgress(io, (_, ...[decided, of]) => `${decided} of ${of} mutants`)
  let done = 0
  const outcomes = await mutateRuns(chosen, baseline.met, {
    jobs,
    timeoutsKill: false,
    stop: suite.stop,
    run: (broken, files) => suite.mutated(broken, files, baseline.files, limitFor(baseline.milliseconds)),
    onDecided: () => progress(++done, total),
  })
  const impacts = new Map<string, Impact>()
  for (const { id, clause, breaks, status, metBy, noticedBy = [] } of outcomes) {
    const { noticing = [], mutants: tried = [] } = impacts.get(clause) ?? {}
    impacts.set(clause, {
      met: metBy,
      noticing: [...new Set([...noticing, ...noticedBy])],
      mutants: [...tried, { id, breaks, status }],
    })
  }
  return impacts
}
