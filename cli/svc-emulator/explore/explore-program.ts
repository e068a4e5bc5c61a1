import { plural } from '../../../emulator/engine/checking/plural.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { ExploreReport } from '../../../emulator/lab/explore/report.ts'
import { reportExploration } from '../../../emulator/lab/explore/explore-report.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable } from '../../shared/write-file.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { interruptible } from '../interruptible.ts'
import { caseText } from './case-text.ts'
import { compareReleases } from './compare-releases.ts'
import { LiveExploration } from './live-exploration.ts'
import { noteStop, printReport } from '../print-report.ts'
import { rerunLine } from './rerun-line.ts'
import { runExploration } from './run-exploration.ts'

/**
 * Explores a program on a server of its own, and fails if there are findings. They alone have exit code 1: a program
 * that cannot be explored is a usage error.
 */
export async function exploreProgram(settings: ExploreSettings, io: Io): Promise<void> {
  const work = settings.against === undefined ? exploreAlone(settings, io) : compareReleases(settings, io)
  await work.catch((error: unknown) => {
    throw error instanceof EmulatorError ? usageError(error.message) : error
  })
}

async function exploreAlone(settings: ExploreSettings, io: Io): Promise<void> {
  const { findings, stale } = await interruptible(io, (stop) => exploredAndTold(settings, stop, io))
  for (const id of stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it did not occur`)
  if (findings.length > 0) throw new ClientError('UNEXPECTED', plural(findings.length, 'finding'))
}

async function exploredAndTold(settings: ExploreSettings, stop: AbortSignal, io: Io): Promise<ExploreReport> {
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  const live = new LiveExploration(io)
  const { report, judged } = await runExploration(settings, {
    env: io.env,
    stop,
    onJudged: (done, of, rejected) => live.judged(done, of, rejected),
    onFinding: (finding) => live.found(finding),
  }).finally(() => live.end())
  noteStop(stop, io)
  if (settings.save !== undefined)
    writeNote(io, `svc-emulator: ${plural(report.findings.length, 'scenario')} in ${settings.save}`)
  if (settings.case !== undefined) io.stdout.write(judged.map(caseText).join('\n'))
  await write(report, settings, io)
  return report
}

async function write(report: ExploreReport, settings: ExploreSettings, io: Io): Promise<void> {
  const { reporter, output } = settings
  const { isTTY = false, columns } = io.stdout as { isTTY?: boolean; columns?: number }
  const told = reportExploration(report, {
    ...(output === undefined && isTTY && { columns }),
    // The line contains --key: it is printed to terminals only, not into pages or annotations.
    ...(reporter === 'pretty' && { rerun: (id: string) => rerunLine(id, settings) }),
  })
  await printReport(told, settings, io)
}
