import { formatShare, reaches } from '../../emulator/engine/checking/share.ts'
import { withAccepted } from '../../emulator/lab/mutation/accepted.ts'
import { countScore, type MutationReport } from '../../emulator/lab/mutation/report.ts'
import { reportMutation, type MutationContext } from '../../emulator/lab/mutation/mutation-report.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { printReport } from './lab-command.ts'
import type { Remembering } from '../../emulator/lab/subjects/remember.ts'
import type { MutationSettings } from './mutation-flags.ts'

/** Writes the report. Fails if no clause was met, or too few mutants were killed. */
export async function reportMutants(
  found: MutationReport,
  accepted: readonly string[],
  settings: MutationSettings & { readonly output?: string | undefined; readonly remembering?: Remembering | undefined },
  context: MutationContext,
  io: Io,
): Promise<void> {
  const { report, stale } = withAccepted(found, accepted)
  for (const id of stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept!} is stale: a test notices it now`)
  await printReport(reportMutation(report, { ...context, showsKilled: settings.killed }), settings, io)
  judge(report, settings)
}

function judge(report: MutationReport, { min, only }: MutationSettings): void {
  const { killed, survived, timeout, accepted, undecided } = countScore(report)
  const tried = killed + survived + timeout
  if (tried + accepted + undecided === 0)
    throw new ClientError(
      'UNEXPECTED',
      `no clause ${only === undefined ? '' : `of ${only.join(', ')} `}that can be broken was met`,
    )
  if (min === undefined) return
  if (tried === 0 && undecided > 0)
    throw new ClientError('UNEXPECTED', 'no mutant was tried, so nothing can be said of --min')
  if (tried > 0 && !reaches(killed, tried, min))
    throw new ClientError(
      'UNEXPECTED',
      `${formatShare(killed, tried)} of the mutants were noticed, less than --min ${min}`,
    )
}
