import type { Emulator } from '../../../emulator/host/emulator.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { baseEmulator, keyFor } from '../../../emulator/lab/engine/base-emulator.ts'
import {
  outcomeScenario,
  type SavedOutcome,
  type ShownOutcome,
} from '../../../emulator/lab/explore/finding-scenarios/outcome-scenario.ts'
import { acceptedTogether } from '../../../emulator/lab/explore/together/accepted.ts'
import type { TogetherSettings } from '../../../emulator/lab/explore/together/together.ts'
import type { Surroundings } from '../../../emulator/lab/subjects/with-program.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import type { Report } from '../../../emulator/scenario/reports/report.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkFolder } from '../../shared/write-file.ts'
import { noteStale, noteStop, printReport, runLab } from '../lab-command.ts'
import { formatRerun } from '../format-rerun.ts'
import { LiveRuns } from '../live-runs.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import { listGiven, type ExploreSettings } from './explore-flags.ts'
import { writeScenarios } from './write-scenarios.ts'

/** A question about a client without failures: which outcomes has it that no right run has? */
interface OutcomeQuestion<Found> {
  /** The beginning of a refusal of flags that are about failures. */
  readonly says: string
  /** Flags of this question, for the line that asks it again. */
  readonly flags: Readonly<Record<string, string | number | true | undefined>>
  /** It takes `--only` and `--skip`. */
  readonly takesFaults: boolean
  /** Words of its progress. */
  readonly live: ConstructorParameters<typeof LiveRuns>[1]
  explore(base: Emulator, how: Omit<TogetherSettings, 'idleMs'>, around: Surroundings): Promise<Found>
  report(found: Found, rerun: ((id: string) => string) | undefined): Report
  describeFailure(found: Found): string | undefined
  saved(found: Found): SavedOutcome
}

/** Asks a question about a program, writes the scenarios of its findings, and fails if there are any. */
export async function askOutcomes<Found extends { readonly stale: readonly string[] }>(
  question: OutcomeQuestion<Found>,
  settings: ExploreSettings,
  io: Io,
): Promise<void> {
  requireNoFaults(question, settings)
  const { save, budget: budgetMs, timeLimit: timeMs, case: one } = settings
  if (save !== undefined) await checkFolder('--save', save)
  const accept = await readAccepted(settings.accept, acceptedTogether)
  const report = await runLab(settings, io, async (stop) => {
    const start = await readStart(settings)
    const base = baseEmulator(start)
    const live = new LiveRuns(io, question.live)
    const onTried = (tried: number, of: number) => live.count(tried, of, 0)
    const shown: ShownOutcome[] = []
    const onFound = (each: ShownOutcome) => void shown.push(each)
    const found = await question
      .explore(
        base,
        { budgetMs, timeMs, accept, case: one, stop, onTried, onFound },
        { env: io.env, serve: serveWorld, stop },
      )
      .finally(() => live.end())
    noteStop(stop, io)
    if (save !== undefined) {
      const loaded = start.scenario as LoadedScenario | undefined
      const asked = { settings, loaded, key: keyFor(base, settings.key), folder: save, env: io.env }
      await writeScenarios(
        save,
        shown.map((each) => outcomeScenario(each, question.saved(found), asked)),
      )
      writeNote(io, `svc-emulator: ${plural(shown.length, 'scenario')} in ${save}`)
    }
    const rerun = (id: string) => formatRerun('explore', { ...question.flags, case: id }, settings)
    await printReport(question.report(found, settings.reporter === 'pretty' ? rerun : undefined), settings, io)
    return found
  })
  noteStale(settings.accept, [report.stale, 'it did not occur'], io)
  const failure = question.describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}

function requireNoFaults(
  { says, takesFaults }: Pick<OutcomeQuestion<never>, 'says' | 'takesFaults'>,
  settings: ExploreSettings,
): void {
  const { against, only, skip, allow, mustSurvive, strict, depth } = settings
  const given = listGiven({ against, ...(takesFaults ? {} : { only, skip }), allow, mustSurvive, strict, depth })
  if (given.length > 0)
    throw usageError(`${says}, and ${given.join(', ')} is about failures of one client: leave it out`)
}
