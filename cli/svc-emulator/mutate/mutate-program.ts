import type { Accepted } from '../../../emulator/lab/mutation/accepted.ts'
import { chosenMutants } from '../../../emulator/lab/mutation/only.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { trySuite } from '../../../emulator/lab/mutation/try-suite.ts'
import { breakWorld } from '../../../emulator/lab/mutation/variants.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { readAccepted, reportMutants } from '../mutation-report.ts'
import { noteStop, runLab } from '../lab-command.ts'
import { LiveMutants } from './live-mutants.ts'
import type { MutateSettings } from './mutate-flags.ts'

/**
 * Runs the tests without a mutant, then with each mutant of the clauses that they met. Reports the unnoticed mutants.
 */
export async function mutateProgram(settings: MutateSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept)
  await runLab(
    settings,
    io,
    (stop) => mutateSuite(accepted, settings, stop, io),
    'the tests did not end within --budget, so no mutant was tried',
  )
}

async function mutateSuite(accepted: Accepted, settings: MutateSettings, stop: AbortSignal, io: Io): Promise<void> {
  const live = new LiveMutants(io, accepted)
  const trial = { ...settings, env: io.env, stop, live }
  const { outcomes, met, formatRerun } = await trySuite(chosenMutants(settings.only).map(breakWorld), trial).finally(
    () => live.end(),
  )
  if (met.size === 0) throw new ClientError('UNEXPECTED', nothingMet)
  noteStop(stop, io)
  const context = { subject: settings.program.map(quoted).join(' '), rerun: formatRerun }
  await reportMutants({ outcomes }, accepted, settings, context, io)
}

const nothingMet =
  'the command met no clause: no emulator in a process that it started was asked anything. An emulator that was started beforehand, in a container or in a browser is not seen; let the tests start it.'
