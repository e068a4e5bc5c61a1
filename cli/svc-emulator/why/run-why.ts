import { plural } from '../../../emulator/engine/checking/plural.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { Deadline } from '../../../emulator/lab/engine/deadline.ts'
import type { WhyRun } from '../../../emulator/lab/why/ask-why.ts'
import { explainProgram } from '../../../emulator/lab/why/explain-program.ts'
import { explainReplay } from '../../../emulator/lab/why/explain-replay.ts'
import { countExplained, reportWhy } from '../../../emulator/lab/why/why-report.ts'
import type { WhyReport } from '../../../emulator/lab/why/report.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { validate } from '../../../emulator/scenario/validate.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { formatRerun } from '../format-rerun.ts'
import { LiveRuns } from '../live-runs.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import { failingReplay } from '../shrink/shrink-file.ts'
import type { WhySettings } from './why-flags.ts'

/** Explains what fails. Throws `ClientError` where a failure has no reason. */
export async function runWhy(settings: WhySettings, io: Io): Promise<void> {
  const report = await runLab(
    settings,
    io,
    (stop) => explainAndTell(settings, stop, io),
    'the run as it is did not end within --budget, so nothing was tried',
  )
  const left = report.failing.length - countExplained(report)
  if (left > 0)
    throw new ClientError(
      'UNEXPECTED',
      `no reason was found for ${left} of ${plural(report.failing.length, 'failure')}`,
    )
}

async function explainAndTell(settings: WhySettings, stop: AbortSignal, io: Io): Promise<WhyReport> {
  const live = new LiveRuns(io, { first: 'running it as it is', runs: 'changes tried' })
  let found = 0
  const { budget, jobs, timeLimit, program, reporter } = settings
  const deadline = new Deadline(budget, stop)
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const shown = reporter === 'pretty' ? settings : { ...settings, key: undefined }
  const run: WhyRun = {
    deadline,
    jobs,
    timeLimit,
    begin: (of) => live.begin((found += of)),
    onTried: () => live.tried(),
    formatRerun: ({ kind, id }) => {
      if (program.length === 0 || (kind !== 'sentence' && kind !== 'assumption')) return undefined
      return formatRerun('exec', { [kind === 'sentence' ? 'broken' : 'otherwise']: id }, shown)
    },
  }
  try {
    const report = await (program.length === 0
      ? explainFile(settings.scenario!, run)
      : explainProgram(
          settings,
          await readStart(settings),
          { env: io.env, serve: serveWorld, stop: deadline.signal },
          run,
        ))
    live.end()
    noteStop(stop, io)
    await printReport(reportWhy(report), settings, io)
    return report
  } finally {
    live.end()
    deadline.close()
  }
}

/**
 * Explains a scenario or a bundle whose replay fails.
 *
 * @param requireRun throws where programs of the scenario may not be run
 */
export async function explainFile(
  source: string | object,
  run: WhyRun,
  requireRun: (loaded: LoadedScenario) => void = () => {},
): Promise<WhyReport> {
  const { loaded, emulator, problems } = await validate(source, { labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(problems)
  requireRun(loaded)
  const name = typeof source === 'string' ? source : loaded.scenario.name
  const replay = failingReplay(name, loaded, { client: undefined, worker: undefined })
  return explainReplay(replay, loaded.scenario, emulator, run)
}
