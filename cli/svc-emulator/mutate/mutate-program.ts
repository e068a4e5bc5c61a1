import type { Accepted } from '../../../emulator/lab/mutation/accepted.ts'
import { chosenMutants } from '../../../emulator/lab/mutation/only.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { NoCall } from '../../../emulator/lab/engine/baseline.ts'
import { tryProgram } from '../../../emulator/lab/mutation/try-program.ts'
import { breakWorld } from '../../../emulator/lab/mutation/variants.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { readAccepted, reportMutants } from '../mutation-report.ts'
import { noteStop, runLab } from '../lab-command.ts'
import { serveWorld } from '../serve-world.ts'
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
  const variants = chosenMutants(settings.only)
    .filter(({ id }) => settings.case === undefined || id === settings.case)
    .map(breakWorld)
  const { outcomes, formatRerun } = await tryProgram(variants, trial, serveWorld)
    .catch((error: unknown) => {
      throw error instanceof NoCall ? new ClientError('UNEXPECTED', nothingMet) : error
    })
    .finally(() => live.end())
  noteStop(stop, io)
  const context = { subject: settings.program.map(quoted).join(' '), rerun: formatRerun }
  await reportMutants(
    { outcomes },
    accepted,
    { ...settings, killed: settings.killed || settings.case !== undefined },
    context,
    io,
  )
}

const nothingMet =
  'the command met no clause: no emulator in a process that it started was asked anything. An emulator that was started beforehand, in a container or in a browser is not seen; let the tests start it.'
