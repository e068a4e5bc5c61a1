import { acceptedByQuestion, sortAccepted } from '../../../emulator/lab/check/accepted.ts'
import { checkBegun } from '../../../emulator/lab/check/check.ts'
import { checkTitle, describeFailure, reportCheck } from '../../../emulator/lab/check/check-report.ts'
import { now } from '../../../emulator/lab/engine/real-time.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { askCommand } from '../ask-command.ts'
import { readAccepted } from '../read-accepted.ts'
import { formatRerun } from '../format-rerun.ts'
import { serveWorld } from '../serve-world.ts'
import type { CheckSettings } from './check-flags.ts'

/** Checks a client or its tests, and fails if there are findings. */
export async function runCheck(settings: CheckSettings, io: Io): Promise<void> {
  const { program, reporter } = settings
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const shown = reporter === 'pretty' ? settings : { ...settings, key: undefined }
  const until = now() + settings.budget
  const unended = 'the run as it is did not end within --budget, so nothing was asked'
  const report = await askCommand(settings, io, unended, async () => {
    const accept = sortAccepted(await readAccepted(settings.accept, acceptedByQuestion))
    return {
      name: 'check',
      words: { first: 'running it as it is', runs: 'runs' },
      title: checkTitle(program.join(' ')),
      section: program.join(' '),
      ask: (begun, { live, start, stop, onCase }) =>
        checkBegun(
          {
            ...settings,
            accept,
            start,
            around: { env: io.env, serve: serveWorld, stop },
            live,
            begun,
            onCase,
            formatRerun: (flag, id, files) =>
              formatRerun(flag === 'case' ? 'explore' : 'exec', { [flag]: id }, shown, files),
          },
          until,
        ),
      report: reportCheck,
      stale: ({ stale }) => [stale, 'it did not occur'],
    }
  })
  const failure = describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}
