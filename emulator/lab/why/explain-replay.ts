import type { Emulator } from '../../host/emulator.ts'
import type { Scenario } from '../../scenario/schema.ts'
import type { Subject } from '../engine/subject.ts'
import { readFailure, runIn } from '../shrink/failure.ts'
import { askWhy, type WhyRun } from './ask-why.ts'
import { failingClient } from './failing.ts'
import type { WhyReport } from './report.ts'

/** Explains why the replay of a scenario fails, which begins in `base`. */
export function explainReplay(replay: Subject, scenario: Scenario, base: Emulator, run: WhyRun): Promise<WhyReport> {
  const client = {
    name: replay.name,
    isInProcess: true,
    async run(world: Emulator) {
      const failure = readFailure(await runIn(replay, { scenario, open: () => world }))
      const end = failure === undefined ? ('succeeded' as const) : ('failed' as const)
      return { end, output: undefined, said: failure?.join('\n') ?? '' }
    },
  }
  return askWhy(failingClient(client, base), run)
}
