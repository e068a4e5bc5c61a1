import type { Flags } from '../shared/command.ts'
import { duration, jobs, list, seed, someTime } from './values.ts'

/** Flags of the commands that run a client in a world of its own. */
export const clientFlags = {
  fixtures: { value: 'names', parse: list, about: 'Fixtures to load, comma-separated: starter, large, or paths' },
  seed: {
    value: 'integer',
    parse: seed,
    about: 'Number from which ids, secrets and random choices are derived (default 1)',
  },
  key: { value: 'secret', about: 'API key for the client (default the first admin key of the world)' },
  home: { value: 'folder', about: 'Folder whose files are copied to the HOME of each run' },
} as const satisfies Flags

/** Flags for bounds of the runs of a client or a suite. */
export const runFlags = {
  budget: {
    value: 'duration',
    parse: duration,
    about: 'Real time for all runs; the report says what was left out',
  },
  'time-limit': {
    value: 'duration',
    parse: someTime,
    about: 'Real time for one run (default five times the run as it is, at least 5s, or 10s for tests)',
  },
  jobs: {
    value: 'number',
    parse: jobs,
    about: 'Runs at the same time (default the number of cores, or 1 for tests that fail beside a second run)',
  },
} as const satisfies Flags

/** Flag of the questions whose verdicts can be kept. */
export const sinceFlag = {
  since: {
    value: 'file',
    about:
      'Keep the verdicts of this earlier report (--reporter json) where the command, its files, its world and the statement are the same',
  },
} as const satisfies Flags

/** Reports that every question has. */
export const labReporters = ['pretty', 'json', 'jsonl', 'junit', 'html', 'github'] as const

/** Flags for the report of a question. */
export const reportFlags = {
  reporter: { choices: labReporters, default: 'pretty', about: 'Format of the report' },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
} as const satisfies Flags

/** Argument of those commands. */
export const clientWorld = {
  name: 'scenario',
  about: 'Scenario file, or name of a shipped scenario, that makes the world (default the starter world)',
  optional: true,
  offers: true,
} as const
