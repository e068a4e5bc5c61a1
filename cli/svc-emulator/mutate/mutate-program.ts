import { acceptedMutants, NOTICED, withAccepted } from '../../../emulator/lab/mutation/accepted.ts'
import { mutants } from '../../../emulator/contract/variants.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { mutantCase, mutantsTitle, reportMutation } from '../../../emulator/lab/mutation/mutation-report.ts'
import type { MutantOutcome, MutationReport } from '../../../emulator/lab/mutation/report.ts'
import { tryMutants } from '../../../emulator/lab/mutation/try-mutants.ts'
import { chooseVariants, vary } from '../../../emulator/lab/engine/variant.ts'
import type { Io } from '../../shared/io.ts'
import { askCommand } from '../ask-command.ts'
import { formatRerun } from '../format-rerun.ts'
import { readAccepted } from '../read-accepted.ts'
import { requireKilled } from '../require-killed.ts'
import type { MutateSettings } from './mutate-flags.ts'
import { mutantWords, showMutant } from './show-mutant.ts'

/**
 * Runs the tests without a mutant, then with each mutant of the clauses that they met. Reports the unnoticed mutants.
 * Fails if no clause was met, or too few mutants were killed.
 */
export async function mutateProgram(settings: MutateSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept, acceptedMutants)
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const shown = settings.reporter === 'pretty' ? settings : { ...settings, key: undefined }
  const subject = settings.program.map(quoted).join(' ')
  const context = {
    subject,
    rerun: ({ id, files }: Pick<MutantOutcome, 'id' | 'files'>) => formatRerun('exec', { broken: id }, shown, files),
    showsKilled: settings.killed || settings.case !== undefined,
  }
  const asAccepted = (outcomes: MutationReport['outcomes']) => withAccepted({ outcomes }, accepted)
  const variants = chooseVariants(mutants, settings.only).filter(
    ({ id }) => settings.case === undefined || id === settings.case,
  )
  const outcomes = await askCommand(
    settings,
    io,
    'the tests did not end within --budget, so no mutant was tried',
    () => ({
      name: 'mutate',
      words: mutantWords,
      title: mutantsTitle(subject),
      section: mutantsTitle(subject),
      isSuite: true,
      nothingAsked: nothingMet,
      ask: (begun, { live, onCase }) =>
        tryMutants(begun, variants.map(vary), {
          live: {
            begin: (of) => live.begin(of),
            tried(outcome) {
              const [known = outcome] = asAccepted([outcome]).report.outcomes
              showMutant(known, live)
              onCase(mutantCase(known, context))
            },
          },
          timeoutsKill: settings.timeoutsKill,
        }),
      report: (all) => reportMutation(asAccepted(all).report, context),
      stale: (all) => [asAccepted(all).stale, NOTICED],
    }),
  )
  requireKilled(asAccepted(outcomes).report, settings)
}

const nothingMet =
  'the command met no clause: no emulator in a process that it started was asked anything. An emulator that was started beforehand, in a container or in a browser is not seen; let the tests start it.'
