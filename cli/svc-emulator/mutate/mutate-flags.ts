import { mutationReporters } from '../../../emulator/lab/mutation/mutation-report.ts'
import type { FlagSettings, Flags } from '../../shared/command.ts'
import { mutationFlags, oneMutant } from '../mutation-flags.ts'
import { duration, jobs } from '../values.ts'

/** Flags of `mutate`. */
export const mutateFlags = {
  ...mutationFlags,
  case: { value: 'mutant', parse: oneMutant, about: 'Try this mutant alone, and show what noticed it' },
  jobs: {
    value: 'number',
    parse: jobs,
    about:
      'Runs at the same time (default the number of cores, or 1 if the tests fail beside a second run of themselves)',
  },
  budget: {
    value: 'duration',
    parse: duration,
    about: 'Real time for all runs; the report says how many mutants were left out',
  },
  'time-limit': {
    value: 'duration',
    parse: duration,
    about: 'Real time for one run with a mutant (default five times the run without a mutant, at least 10s)',
  },
  'timeouts-kill': {
    about: 'Count a run that does not end in time as noticed (default listed separately, as not noticed)',
  },
  reporter: { choices: mutationReporters, default: 'pretty', about: 'Format of the report' },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
} as const satisfies Flags

/** Settings of `mutate`; times in milliseconds. */
export interface MutateSettings extends FlagSettings<typeof mutateFlags> {
  readonly program: readonly string[]
}
