import { clauses } from '../../emulator/contract/clauses.ts'
import { EmulatorError } from '../../emulator/diagnostics/emulator-error.ts'
import { sortProblems, type Problem } from '../../emulator/diagnostics/problems.ts'
import { acceptedIn, withAccepted } from '../../emulator/mutation/accepted.ts'
import { BaselineFailed, mutateScenarios, type MutatedScenario } from '../../emulator/mutation/mutate-scenarios.ts'
import { mutationText } from '../../emulator/mutation/pretty.ts'
import { scoreOf, type MutationReport } from '../../emulator/mutation/report.ts'
import { readDocument } from '../../emulator/scenario/files.ts'
import { prepare, runsPrograms } from '../../emulator/scenario/validate.ts'
import { isColored } from '../shared/color.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import type { MutationSettings } from './mutation-flags.ts'
import { sourcesOf } from './sources.ts'

/** Plays scenarios once for each sentence that they meet, broken, and reports what they did not notice. */
export async function replayMutated(given: readonly string[], settings: MutationSettings, io: Io): Promise<void> {
  const accepted = settings.accept === undefined ? new Map<string, string>() : await readAccepted(settings.accept)
  const scenarios = await playable(given, io)
  const found = await mutated(scenarios, settings)
  const { report, stale } = withAccepted(found, accepted)
  for (const id of stale) writeNote(io, `svc-emulator: ${settings.accept!} accepts ${id}, which is noticed now`)
  write(report, given, settings, io)
  const { killed, survived, percent } = scoreOf(report)
  if (killed + survived === 0) throw new ClientError('UNEXPECTED', 'the scenarios met no clause that can be broken')
  if (settings.min !== undefined && percent < settings.min) throw new ClientError('UNEXPECTED', `${percent.toFixed(1)} % of the mutants were noticed, less than --min ${settings.min}`)
}

async function readAccepted(file: string): Promise<ReadonlyMap<string, string>> {
  const { value, problems: unreadable } = await readDocument(file)
  const { accepted, problems } = unreadable.length > 0 ? { accepted: new Map<string, string>(), problems: unreadable } : acceptedIn(value)
  if (problems.length > 0) throw new EmulatorError(problems)
  return accepted
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

function write(report: MutationReport, given: readonly string[], { reporter }: MutationSettings, io: Io): void {
  if (reporter === 'json') {
    io.stdout.write(`${JSON.stringify({ score: scoreOf(report), mutants: report.outcomes }, null, 2)}\n`)
    return
  }
  const sentences = new Map<string, string>(clauses.map(({ id, statement }) => [id, statement]))
  io.stdout.write(mutationText(report, {
    color: isColored(io),
    sentenceOf: (clause) => sentences.get(clause) ?? clause,
    rerun: (id) => `SVC_EMULATOR_BROKEN=${id} svc-emulator replay ${given.length === 0 ? '--all' : given.join(' ')}`,
  }))
}
