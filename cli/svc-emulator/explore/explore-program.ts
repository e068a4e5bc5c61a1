import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { ExploreReport } from '../../../emulator/lab/explore/report.ts'
import type { Remembering } from '../../../emulator/lab/subjects/remember.ts'
import { explorationTitle, heading, reportExploration } from '../../../emulator/lab/explore/explore-report.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { caseText } from './case-text.ts'
import { exploreCopies } from './explore-copies.ts'
import { exploreRollout } from './explore-release.ts'
import { compareReleases } from './compare-releases.ts'
import { LiveRuns } from '../live-runs.ts'
import { explorationWords } from './exploration-words.ts'
import { noteStale, noteStop, printReport, runLab, type ReportSettings } from '../lab-command.ts'
import { openLines } from '../open-lines.ts'
import { rememberVerdicts } from '../remember-verdicts.ts'
import { formatRerun } from '../format-rerun.ts'
import { runExploration } from './run-exploration.ts'

/**
 * Explores a program on a server of its own, and fails if there are findings. They alone have exit code 1: a program
 * that cannot be explored is a usage error.
 */
export async function exploreProgram(settings: ExploreSettings, io: Io): Promise<void> {
  if (settings.release !== undefined && (settings.copies ?? settings.beside) !== undefined)
    throw usageError('--release mixes two releases for one client: leave out --copies and --beside')
  if (settings.copies !== undefined || settings.beside !== undefined) return exploreCopies(settings, io)
  if (settings.idle !== undefined || settings.sameHome)
    throw usageError(`--${settings.sameHome ? 'same-home' : 'idle'} is about --copies and --beside: leave it out`)
  if (settings.release !== undefined) return exploreRollout(settings, settings.release, io)
  if (settings.against !== undefined) return compareReleases(settings, settings.against, io)
  const { findings, stale } = await runLab(settings, io, (stop) => exploredAndTold(settings, stop, io))
  noteStale(settings.accept, [stale, 'it did not occur'], io)
  if (findings.length > 0) throw new ClientError('UNEXPECTED', plural(findings.length, 'finding'))
}

async function exploredAndTold(settings: ExploreSettings, stop: AbortSignal, io: Io): Promise<ExploreReport> {
  const live = new LiveRuns(io, explorationWords)
  const subject = settings.program.join(' ')
  const lines = openLines(settings, io)
  lines?.begin(explorationTitle(subject))
  let remembering: Remembering | undefined
  const { report, judged } = await runExploration(settings, {
    env: io.env,
    stop,
    onJudged: (done, of, rejected) => live.count(done, of, rejected),
    onCase: (each) => lines?.tell(subject, each),
    remember: async (start) => (remembering = await rememberVerdicts('explore', settings, start))?.memory,
    onFinding: (finding) => live.show(`${heading(finding)}: ${finding.what}, at ${finding.at ?? 'the whole run'}`),
  }).finally(() => live.end())
  noteStop(stop, io)
  if (settings.save !== undefined)
    writeNote(io, `svc-emulator: ${plural(report.findings.length, 'scenario')} in ${settings.save}`)
  if (settings.case !== undefined && settings.reporter === 'pretty') io.stdout.write(judged.map(caseText).join('\n'))
  await write(report, { ...settings, remembering, lines }, io)
  return report
}

async function write(report: ExploreReport, settings: ExploreSettings & ReportSettings, io: Io): Promise<void> {
  const { reporter, output } = settings
  const { isTTY = false, columns } = io.stdout as { isTTY?: boolean; columns?: number }
  const told = reportExploration(report, {
    ...(output === undefined && isTTY && { columns }),
    // The line contains --key: it is printed to terminals only, not into pages or annotations.
    ...(reporter === 'pretty' && { rerun: (id: string) => formatRerun('explore', { case: id }, settings) }),
  })
  const isClean = reporter === 'pretty' && report.findings.length === 0 && report.notes.length === 0
  await printReport(isClean ? { ...told, remarks: [...(told.remarks ?? []), ALONE] } : told, settings, io)
}

/** Remark of a report without findings: it is about one client. */
const ALONE = 'one client alone: what two of it do at once is another question (--copies 2)'
