import { describe } from '../../engine/checking/problems.ts'
import type { Emulator } from '../../host/emulator.ts'
import { referenceProblems } from '../../scenario/check-references.ts'
import { play, type RunPerformer } from '../../scenario/replay.ts'
import type { ReplayResult } from '../../scenario/result.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { nothingMet, type Subject, type TestFailure } from '../engine/subject.ts'

/** Starts programs of `run` steps, on platforms with processes. */
export interface Programs {
  /** A runner for one replay. */
  readonly createRunner: () => { readonly run: RunPerformer; close(): Promise<void> }
  readonly serve: NonNullable<ConstructorParameters<typeof InProcessTarget>[1]>
}

/** Replays the scenario of a whole world. It fails if a step or an expectation of the whole run fails. */
export function scenarioSubject(name: string, file: string | undefined, programs?: Programs): Subject {
  return {
    name,
    async run({ start }) {
      const failures = await replayIn(start!.open(), start!.scenario as Scenario, file, programs)
      const end = failures === undefined ? 'succeeded' : 'failed'
      return { end, said: '', tests: { failures: failures ?? [] }, ...nothingMet }
    },
  }
}

/** Replays once. Gives the failures; undefined for a replay that passed. */
async function replayIn(
  emulator: Emulator,
  scenario: Scenario,
  file: string | undefined,
  programs: Programs | undefined,
): Promise<readonly TestFailure[] | undefined> {
  // A replay begins with this check, before any step.
  const missing = referenceProblems(scenario, emulator)
  if (missing.length > 0) return missing.map(describe).map(withoutName)
  const runner = programs?.createRunner()
  const loaded = { file, scenario, fixtures: [], place: (problems: readonly never[]) => [...problems] }
  try {
    const target = new InProcessTarget(emulator, programs?.serve)
    return readFailures(await play(loaded, target, { run: runner?.run }))
  } finally {
    await runner?.close()
  }
}

/** The steps that failed, each with its reasons, and the problems beside them; undefined for a replay that passed. */
function readFailures({ ok, steps, problems }: ReplayResult): readonly TestFailure[] | undefined {
  if (ok) return undefined
  const failed = steps.filter(({ status }) => status === 'failed')
  const ofSteps = failed.flatMap(({ title, reasons }) => [{ name: title, message: '' }, ...reasons.map(withoutName)])
  return [...ofSteps, ...problems.map(withoutName)]
}

const withoutName = (message: string): TestFailure => ({ name: '', message })
