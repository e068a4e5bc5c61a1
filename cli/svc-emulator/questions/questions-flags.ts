import { questionReporters } from '../../../emulator/lab/questions/questions-report.ts'
import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags } from '../client-flags.ts'
import { duration, integer, jobs, list } from '../values.ts'

/** Flags of `questions`. */
export const questionsFlags = {
  ...clientFlags,
  only: {
    value: 'assumptions',
    parse: list,
    about: 'Try only these assumptions or alternatives, comma-separated: A-349, A-38/1',
  },
  case: { value: 'alternative', about: 'Try this alternative alone: A-38/1' },
  facts: {
    value: 'file',
    about: 'Leave out the questions that an observation of a service has answered (svc-emulator drift --facts)',
  },
  max: { value: 'number', parse: integer(0, 10_000), about: 'Fail if more questions than this matter' },
  budget: {
    value: 'duration',
    parse: duration,
    about: 'Real time for all runs; the report says which questions were left out',
  },
  'time-limit': {
    value: 'duration',
    parse: duration,
    about: 'Real time for one run (default five times the run as it is, at least 5s)',
  },
  jobs: { value: 'number', parse: jobs, about: 'Runs at the same time (default the number of cores)' },
  reporter: { choices: questionReporters, default: 'pretty', about: 'Format of the report' },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
  accept: { value: 'file', about: 'File of questions that are known to matter, each as `<alternative>: <reason>`' },
} as const satisfies Flags

/** Settings of `questions`; times in milliseconds. */
export interface QuestionsSettings extends FlagSettings<typeof questionsFlags> {
  readonly scenario: string | undefined
  readonly program: readonly string[]
}
