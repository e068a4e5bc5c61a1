import { acceptedTogether } from '../../../emulator/lab/explore/together/accepted.ts'
import { explorePrograms } from '../../../emulator/lab/explore/together/explore-programs.ts'
import { describeFailure, reportTogether } from '../../../emulator/lab/explore/together/report.ts'
import { splitWords } from '../../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { formatRerun } from '../format-rerun.ts'
import { requireNoFaults } from './without-faults.ts'
import { LiveRuns } from '../live-runs.ts'
import { explorationWords } from './exploration-words.ts'

/** Explores programs that run at once in one world. Fails where they do what they do not one after the other. */
export async function exploreCopies(settings: ExploreSettings, io: Io): Promise<void> {
  requireNoFaults('--copies and --beside try orders of calls', settings)
  const beside = (settings.beside ?? []).map(readCommand)
  const accept = await readAccepted(settings.accept, acceptedTogether)
  const report = await runLab(settings, io, async (stop) => {
    const { program, key, home, copies, budget: budgetMs, timeLimit: timeMs, idle: idleMs } = settings
    const live = new LiveRuns(io, explorationWords)
    const found = await explorePrograms(
      { client: { program, key, home }, copies, beside },
      await readStart(settings),
      { budgetMs, timeMs, idleMs, accept, case: settings.case, stop, onTried: (tried) => live.count(tried, tried, 0) },
      { env: io.env, serve: serveWorld, stop },
    ).finally(() => live.end())
    noteStop(stop, io)
    const rerun =
      settings.reporter === 'pretty'
        ? (id: string) => formatRerun('explore', { copies, case: id }, settings)
        : undefined
    await printReport(reportTogether(found, rerun), settings, io)
    return found
  })
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it did not occur`)
  const failure = describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}

function readCommand(line: string): string[] {
  try {
    const words = splitWords(line)
    if (words.some((word) => !/^[A-Za-z_]\w*=/.test(word))) return words
  } catch (error) {
    throw usageError(`--beside: ${(error as Error).message}`)
  }
  throw usageError(`--beside: expected a command such as 'node ./worker.mjs', got '${line}'`)
}
