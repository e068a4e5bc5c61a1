import { describe } from '../../engine/checking/problems.ts'
import type { Emulator } from '../../host/emulator.ts'
import { referenceProblems } from '../../scenario/check-references.ts'
import { play, type RunPerformer } from '../../scenario/replay.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import type { Failing } from './failing.ts'

/** Starts programs of `run` steps, on platforms with processes. */
export interface Programs {
  /** A runner for one replay. */
  readonly createRunner: () => { readonly run: RunPerformer; close(): Promise<void> }
  readonly serve: NonNullable<ConstructorParameters<typeof InProcessTarget>[1]>
}

/** Replays a scenario. It fails if a step or an expectation of the whole run fails. */
export function failingScenario(name: string, file: string | undefined, programs?: Programs): Failing {
  return {
    name,
    async run(emulator, scenario) {
      // A replay begins with this check, before any step.
      const missing = referenceProblems(scenario, emulator)
      if (missing.length > 0) return missing.map(describe)
      const runner = programs?.createRunner()
      try {
        return readFailure(await replayIn(emulator, scenario, file, programs?.serve, runner?.run))
      } finally {
        await runner?.close()
      }
    },
  }
}

function replayIn(
  emulator: Emulator,
  scenario: Scenario,
  file: string | undefined,
  serve: Programs['serve'] | undefined,
  run: RunPerformer | undefined,
): Promise<ReplayResult> {
  const loaded = { file, scenario, fixtures: [], place: (problems: readonly never[]) => [...problems] }
  return play(loaded, new InProcessTarget(emulator, serve), { run })
}

/** The steps that failed, each with its reasons, and the problems beside them; undefined for a replay that passed. */
function readFailure({ ok, steps, problems }: ReplayResult): string[] | undefined {
  if (ok) return undefined
  const failed = steps.filter(({ status }) => status === 'failed')
  return [...failed.flatMap(({ title, reasons }) => [title, ...reasons]), ...problems]
}
