import { baseEmulator } from '../../../emulator/lab/engine/base-emulator.ts'
import { acceptedTogether } from '../../../emulator/lab/explore/together/accepted.ts'
import { exploreRelease } from '../../../emulator/lab/explore/release/release.ts'
import { describeFailure, reportRelease } from '../../../emulator/lab/explore/release/report.ts'
import { withProgram } from '../../../emulator/lab/subjects/with-program.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { LiveRuns } from '../live-runs.ts'
import { explorationWords } from './exploration-words.ts'
import { readRelease } from './read-release.ts'
import { formatRerun } from '../format-rerun.ts'
import { requireNoFaults } from './without-faults.ts'

/** Explores a program whose requests meet one of two releases. Fails where a mix gives what neither of them gives. */
export async function exploreRollout(settings: ExploreSettings, file: string, io: Io): Promise<void> {
  requireNoFaults('--release mixes two releases of the service', settings)
  if (settings.idle !== undefined) throw usageError('--idle is about --copies and --beside: leave it out')
  const { rules, left } = await readRelease(file, io)
  const accept = await readAccepted(settings.accept, acceptedTogether)
  const report = await runLab(settings, io, async (stop) => {
    const { program, key, home, jobs, budget: budgetMs, timeLimit: timeMs, case: one } = settings
    const base = baseEmulator(await readStart(settings))
    const live = new LiveRuns(io, explorationWords)
    const how = { budgetMs, timeMs, accept, case: one, stop, jobs, left }
    const found = await withProgram(base, { program, key, home }, { env: io.env, serve: serveWorld, stop }, (client) =>
      exploreRelease(client, base, rules, { ...how, onTried: (tried, of) => live.count(tried, of, 0) }),
    ).finally(() => live.end())
    noteStop(stop, io)
    const again = (mix: string) => formatRerun('explore', { release: file, case: mix }, settings)
    await printReport(reportRelease(found, settings.reporter === 'pretty' ? again : undefined), settings, io)
    return found
  })
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it did not occur`)
  const failure = describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}
