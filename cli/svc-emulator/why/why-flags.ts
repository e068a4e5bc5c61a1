import { whyReporters } from '../../../emulator/lab/why/why-report.ts'
import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags } from '../lab-flags.ts'
import { duration, jobs, someTime } from '../values.ts'

/** Flags of `why`. */
export const whyFlags = {
  ...clientFlags,
  budget: {
    value: 'duration',
    parse: duration,
    default: '1m',
    about: 'Real time for all runs; the report says how many changes were not tried',
  },
  'time-limit': {
    value: 'duration',
    parse: someTime,
    about: 'Real time for one run (default five times the first one, at least 10s)',
  },
  jobs: { value: 'number', parse: jobs, about: 'Runs at the same time (default the number of cores; of tests 1)' },
  reporter: { choices: whyReporters, default: 'pretty', about: 'Format of the report' },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
} as const satisfies Flags

/** Settings of `why`; times in milliseconds. */
export interface WhySettings extends FlagSettings<typeof whyFlags> {
  readonly scenario: string | undefined
  readonly program: readonly string[]
}
