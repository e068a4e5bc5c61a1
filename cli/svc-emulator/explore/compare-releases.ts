import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { ReleasesReport } from '../../../emulator/lab/explore/against/releases-report.ts'
import { countCases, tellReleases } from '../../../emulator/lab/explore/against/tell-releases.ts'
import { exploreReleases } from '../../../emulator/lab/explore/explore-program.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { serveWorld } from '../serve-world.ts'
import { listGiven, type ExploreSettings } from './explore-flags.ts'
import { LiveRuns } from '../live-runs.ts'
import { explorationWords } from './exploration-words.ts'
import { formatRerun } from '../format-rerun.ts'
import { readOptions } from './run-exploration.ts'

/** Compares two releases of a program under the same failures. Fails where the new one does something worse. */
export async function compareReleases(settings: ExploreSettings, old: readonly string[], io: Io): Promise<void> {
  requireTwo(settings)
  const report = await runLab(settings, io, async (stop) => {
    const compared = await compare(settings, old, stop, io)
    noteStop(stop, io)
    const again =
      settings.reporter === 'pretty' ? (id: string) => formatRerun('explore', { case: id }, settings) : undefined
    await printReport(tellReleases(compared, again), settings, io)
    return compared
  })
  if (report.worse.length > 0)
    throw new ClientError('UNEXPECTED', `${plural(countCases(report.worse), 'experiment')} worse`)
}

/** Rejects flags that judge one client. */
function requireTwo({ save, case: one, accept, allow, mustSurvive, strict, depth }: ExploreSettings): void {
  const given = listGiven({ save, case: one, accept, allow, mustSurvive, strict, depth })
  if (given.length > 0)
    throw usageError(`--against compares two clients, and ${given.join(', ')} judges one: leave one of them out`)
}

async function compare(
  settings: ExploreSettings,
  old: readonly string[],
  stop: AbortSignal,
  io: Io,
): Promise<ReleasesReport> {
  const options = await readOptions(settings)
  const live = new LiveRuns(io, explorationWords)
  return exploreReleases(settings, old, options, {
    env: io.env,
    serve: serveWorld,
    stop,
    jobs: settings.jobs,
    onJudged: (done, of, rejected) => live.count(done, of, rejected),
  }).finally(() => live.end())
}
