import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags } from '../client-flags.ts'
import { duration, jobs } from '../values.ts'

/** Flags of `check`. */
export const checkFlags = {
  ...clientFlags,
  budget: {
    value: 'duration',
    parse: duration,
    default: '2m',
    about: 'Real time for all runs; the report says what was left out',
  },
  'time-limit': {
    value: 'duration',
    parse: duration,
    about: 'Real time for one run (default five times the run as it is, at least 5s)',
  },
  jobs: { value: 'number', parse: jobs, about: 'Runs at the same time (default the number of cores)' },
  accept: {
    value: 'file',
    about: 'File of known findings to accept, each as `<finding>: <reason>`, named as explore, questions and mutate do',
  },
  reporter: {
    choices: ['pretty', 'json', 'junit', 'html', 'github'],
    default: 'pretty',
    about: 'Format of the report',
  },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
} as const satisfies Flags

/** Settings of `check`; times in milliseconds. */
export interface CheckSettings extends FlagSettings<typeof checkFlags> {
  readonly scenario: string | undefined
  readonly program: readonly string[]
}
