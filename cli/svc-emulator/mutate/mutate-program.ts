import { acceptedMutants } from '../../../emulator/lab/mutation/accepted.ts'
import { mutants } from '../../../emulator/contract/variants.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { NoCall } from '../../../emulator/lab/engine/baseline.ts'
import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import { tryMutants } from '../../../emulator/lab/mutation/try-mutants.ts'
import { chooseVariants, vary } from '../../../emulator/lab/engine/variant.ts'
import { withCommand } from '../../../emulator/lab/subjects/with-command.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { formatRerun } from '../format-rerun.ts'
import { reportMutants } from '../mutation-report.ts'
import { readAccepted } from '../read-accepted.ts'
import { noteStop, runLab } from '../lab-command.ts'
import { readStart } from '../read-start.ts'
import { rememberVerdicts } from '../remember-verdicts.ts'
import { serveWorld } from '../serve-world.ts'
import { watchMutants } from './watch-mutants.ts'
import type { MutateSettings } from './mutate-flags.ts'

/**
 * Runs the tests without a mutant, then with each mutant of the clauses that they met. Reports the unnoticed mutants.
 */
export async function mutateProgram(settings: MutateSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept, acceptedMutants)
  await runLab(
    settings,
    io,
    (stop) => mutateSuite(accepted, settings, stop, io),
    'the tests did not end within --budget, so no mutant was tried',
  )
}

async function mutateSuite(
  accepted: readonly string[],
  settings: MutateSettings,
  stop: AbortSignal,
  io: Io,
): Promise<void> {
  const start = await readStart(settings)
  const remembering = await rememberVerdicts('mutate', settings, start)
  const { live, note, end } = watchMutants(io, accepted)
  const variants = chooseVariants(mutants, settings.only)
    .filter(({ id }) => settings.case === undefined || id === settings.case)
    .map(vary)
  const outcomes = await withCommand(
    { ...settings, start, isSuite: true },
    { env: io.env, serve: serveWorld, stop, note },
    (begun) =>
      tryMutants({ ...begun, memory: remembering?.memory }, variants, { live, timeoutsKill: settings.timeoutsKill }),
  )
    .catch((error: unknown) => {
      throw error instanceof NoCall ? new ClientError('UNEXPECTED', nothingMet) : error
    })
    .finally(end)
  noteStop(stop, io)
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const shown = settings.reporter === 'pretty' ? settings : { ...settings, key: undefined }
  const rerun = ({ id, files }: Pick<MutantOutcome, 'id' | 'files'>) =>
    formatRerun('exec', { broken: id }, shown, files)
  const context = { subject: settings.program.map(quoted).join(' '), rerun }
  await reportMutants(
    { outcomes },
    accepted,
    { ...settings, remembering, killed: settings.killed || settings.case !== undefined },
    context,
    io,
  )
}

const nothingMet =
  'the command met no clause: no emulator in a process that it started was asked anything. An emulator that was started beforehand, in a container or in a browser is not seen; let the tests start it.'
