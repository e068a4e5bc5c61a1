import { acceptedByQuestion, sortAccepted } from '../../../emulator/lab/check/accepted.ts'
import { checkProgram, type CheckReport } from '../../../emulator/lab/check/check.ts'
import { describeFailure, reportCheck } from '../../../emulator/lab/check/check-report.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { formatRerun } from '../format-rerun.ts'
import { serveWorld } from '../serve-world.ts'
import type { CheckSettings } from './check-flags.ts'
import { LiveRuns } from '../live-runs.ts'

/** Checks a client or its tests, and fails if there are findings. */
export async function runCheck(settings: CheckSettings, io: Io): Promise<void> {
  const report = await runLab(
    settings,
    io,
    (stop) => checkAndTell(settings, stop, io),
    'the run as it is did not end within --budget, so nothing was asked',
  )
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it did not occur`)
  const failure = describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}

async function checkAndTell(settings: CheckSettings, stop: AbortSignal, io: Io): Promise<CheckReport> {
  const { program, key, home, jobs, timeLimit, budget, reporter } = settings
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const shown = reporter === 'pretty' ? settings : { ...settings, key: undefined }
  const accept = sortAccepted(await readAccepted(settings.accept, acceptedByQuestion))
  const start = await readStart(settings)
  const live = new LiveRuns(io, { first: 'running it as it is', runs: 'runs' })
  const around = { env: io.env, serve: serveWorld, stop }
  const report = await checkProgram(
    {
      program,
      key,
      home,
      jobs,
      timeLimit,
      accept,
      start,
      around,
      live,
      formatRerun: (flag, id, files) => formatRerun(flag === 'case' ? 'explore' : 'exec', { [flag]: id }, shown, files),
    },
    budget,
  ).finally(() => live.end())
  noteStop(stop, io)
  await printReport(reportCheck(report), settings, io)
  return report
}
