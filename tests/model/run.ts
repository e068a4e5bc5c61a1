import * as fc from 'fast-check'
import { commands, compareStates, type Model } from './commands.ts'
import type { Row, State } from './reference.ts'
import { Served } from './served.ts'

export interface RunReport {
  readonly steps: number
  readonly runs: number
  readonly refused: number
  readonly byUnit: ReadonlyMap<string, number>
}

const STEPS_OF_A_RUN = 200

/** Runs random sequences until `steps` steps are done. A disagreement throws with the shortest sequence that shows it, and its seed. */
export async function runModel(
  steps: number,
  seed = 1,
  progress: (done: number) => void = () => {},
): Promise<RunReport> {
  const counts: Model['counts'] = { steps: 0, byUnit: new Map(), refused: 0 }
  const real = await Served.start()
  let runs = 0
  try {
    while (counts.steps < steps) {
      const property = fc.asyncProperty(
        fc.commands([...commands], { maxCommands: STEPS_OF_A_RUN, size: 'max' }),
        async (sequence) => {
          await real.reset()
          const { now, tables } = await real.state()
          const setup = {
            model: {
              state: { now, tables, numbers: highestNumbers(tables.revisions), triggers: [], due: [] },
              snapshots: new Map(),
              counts,
            } satisfies Model,
            real,
          }
          await fc.asyncModelRun(() => setup, sequence)
          await compareStates(setup.model.state, real)
        },
      )
      await fc.assert(property, { seed: seed + runs, numRuns: 1 })
      runs++
      progress(counts.steps)
    }
  } finally {
    await real.close()
  }
  return { steps: counts.steps, runs, refused: counts.refused, byUnit: counts.byUnit }
}

/** The highest number of each blob's revisions: deleting that revision gives the number to no other. */
function highestNumbers(revisions: readonly Row[]): State['numbers'] {
  const numbers: State['numbers'] = {}
  for (const { blob_id: blob, number } of revisions as (Row & { blob_id: string; number: number })[])
    numbers[blob] = Math.max(numbers[blob] ?? 0, number)
  return numbers
}
