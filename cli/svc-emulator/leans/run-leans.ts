import { askLeans } from '../../../emulator/lab/leans/ask-leans.ts'
import { formatLeanFile } from '../../../emulator/lab/leans/lean-file.ts'
import { changeCase, leansTitle, reportLeans } from '../../../emulator/lab/leans/leans-report.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'
import { askCommand } from '../ask-command.ts'
import type { ClientSettings } from '../client-command.ts'
import type { clientFlags, reportFlags, runFlags, sinceFlag } from '../lab-flags.ts'

type LeansSettings = ClientSettings<typeof clientFlags & typeof runFlags & typeof sinceFlag & typeof reportFlags>

/** Asks what a command leans on, prints it, and writes the file of `--output`. */
export async function runLeans({ output, ...settings }: LeansSettings, io: Io): Promise<void> {
  const { program, scenario, fixtures } = settings
  const subject = program.join(' ')
  const unended = 'the run as it is did not end within --budget, so nothing was asked and no file is written'
  if (output !== undefined) await checkWritable('--output', output)
  await askCommand(settings, io, unended, () => ({
    name: 'leans',
    words: { first: 'running it as it is', runs: 'changes tried', found: 'leaned on' },
    title: leansTitle(subject),
    section: subject,
    ask: (begun, { live, onCase }) =>
      askLeans(
        begun,
        { program, scenario, fixtures },
        {
          begin: (of) => live.begin(of),
          tried(change) {
            live.tried(change.noticedBy.length > 0 ? `leans on ${change.id}` : undefined)
            onCase(changeCase(change))
          },
        },
      ),
    report: ({ lean, changes }) => reportLeans(lean, changes),
    async end({ lean }, stop) {
      if (output === undefined) return
      if (stop.aborted) return writeNote(io, `svc-emulator: ${output} is not written, as it would be incomplete`)
      await writeWhole('--output', output, formatLeanFile(lean))
    },
  }))
}
