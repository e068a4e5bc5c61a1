import { askLeans } from '../../../emulator/lab/leans/ask-leans.ts'
import { formatLeanFile, type LeanFile } from '../../../emulator/lab/leans/lean-file.ts'
import { reportLeans } from '../../../emulator/lab/leans/leans-report.ts'
import { withCommand } from '../../../emulator/lab/subjects/with-command.ts'
import type { ReportFormat } from '../../../emulator/scenario/reports/report.ts'
import type { FlagSettings } from '../../shared/command.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { writeWhole } from '../../shared/write-file.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import type { clientFlags, runFlags } from '../lab-flags.ts'
import { LiveRuns } from '../live-runs.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'

interface LeansSettings extends FlagSettings<typeof clientFlags & typeof runFlags> {
  readonly reporter: ReportFormat
  readonly output: string | undefined
  readonly scenario: string | undefined
  readonly program: readonly string[]
}

/** Asks what a command leans on, prints it, and writes the file of `--output`. */
export async function runLeans(settings: LeansSettings, io: Io): Promise<void> {
  const { reporter, output } = settings
  await runLab(
    settings,
    io,
    async (stop) => {
      const lean = await ask(settings, stop, io)
      noteStop(stop, io)
      await printReport(reportLeans(lean), { reporter }, io)
      if (output === undefined) return
      if (stop.aborted) return writeNote(io, `svc-emulator: ${output} is not written, as it would be incomplete`)
      await writeWhole('--output', output, formatLeanFile(lean))
    },
    'the run as it is did not end within --budget, so nothing was asked and no file is written',
  )
}

async function ask(settings: LeansSettings, stop: AbortSignal, io: Io): Promise<LeanFile> {
  const { program, scenario, fixtures } = settings
  const live = new LiveRuns(io, { first: 'running it as it is', runs: 'changes tried', found: 'leaned on' })
  return withCommand(
    { ...settings, start: await readStart(settings) },
    { env: io.env, serve: serveWorld, stop, note: (text) => live.note(text) },
    (begun) =>
      askLeans(
        begun,
        { program, scenario, fixtures },
        {
          begin: (of) => live.begin(of),
          tried: ({ id, noticedBy }) => live.tried(noticedBy.length > 0 ? `leans on ${id}` : undefined),
        },
      ),
  ).finally(() => live.end())
}
