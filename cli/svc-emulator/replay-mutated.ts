import { EmulatorError } from '../../emulator/diagnostics/emulator-error.ts'
import { sortProblems, type Problem } from '../../emulator/diagnostics/problems.ts'
import { BaselineFailed, mutateScenarios, type MutatedScenario } from '../../emulator/mutation/mutate-scenarios.ts'
import type { MutationReport } from '../../emulator/mutation/report.ts'
import { prepare, runsPrograms } from '../../emulator/scenario/validate.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import type { MutationSettings } from './mutation-flags.ts'
import { readAccepted, reportMutants } from './mutation-report.ts'
import { sourcesOf } from './sources.ts'

/** Plays scenarios once for each sentence that they meet, broken, and reports what they did not notice. */
export async function replayMutated(given: readonly string[], settings: MutationSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept)
  const report = await mutated(await playable(given, io), settings)
  const names = given.length === 0 ? '--all' : given.join(' ')
  await reportMutants(report, accepted, settings, { subject: `svc-emulator replay ${names}`, rerun: ({ id }) => `SVC_EMULATOR_BROKEN=${id} svc-emulator replay ${names}` }, io)
}

/** A step that runs a program needs a server and a second: those scenarios are left out, and said. */
async function playable(given: readonly string[], io: Io): Promise<MutatedScenario[]> {
  const scenarios: MutatedScenario[] = []
  const problems: Problem[] = []
  let left = 0
  for (const source of sourcesOf(given, ['scenario', 'bundle']).found) {
    const prepared = await prepare(source)
    if (prepared.loaded === undefined) problems.push(...prepared.problems)
    else if (runsPrograms(prepared.loaded)) left++
    else scenarios.push({ loaded: prepared.loaded, emulator: prepared.begin() })
  }
  if (problems.length > 0) throw new EmulatorError(sortProblems(problems))
  if (left > 0) writeNote(io, `svc-emulator: ${left} scenarios run programs and were left out`)
  return scenarios
}

async function mutated(scenarios: readonly MutatedScenario[], { only }: MutationSettings): Promise<MutationReport> {
  try {
    return await mutateScenarios(scenarios, only === undefined ? {} : { only })
  } catch (error) {
    if (!(error instanceof BaselineFailed)) throw error
    throw new ClientError('UNEXPECTED', `${error.message}; mend it first (svc-emulator replay ${error.result.file ?? error.result.name})`)
  }
}
