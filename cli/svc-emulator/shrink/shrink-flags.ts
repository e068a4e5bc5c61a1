import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags } from '../client-flags.ts'
import { commandLine, duration } from '../values.ts'

/** Flags of `shrink`. */
export const shrinkFlags = {
  ...clientFlags,
  client: {
    value: 'command',
    parse: commandLine,
    about: 'Command line to run instead of svc in run: steps; its paths are relative to the current folder',
  },
  worker: { value: 'command', parse: commandLine, about: 'Command line to run instead of svc-worker in run: steps' },
  budget: {
    value: 'duration',
    parse: duration,
    about: 'Real time for all runs; the scenario is the smallest one until then',
  },
  'time-limit': {
    value: 'duration',
    parse: duration,
    about: 'Real time for one run of a client (default five times the first run, at least 5s)',
  },
  link: { about: 'Print a link that holds the scenario, too: the playground plays it (up to 2,000 characters)' },
  'write-test': {
    about: 'Also write the test of vitest or pytest that fails in the scenario, beside the file of -o; it is run once',
  },
  output: { value: 'file', short: 'o', about: 'Write the scenario to this file instead of stdout, .yaml or .json' },
} as const satisfies Flags

/** Settings of `shrink`; times in milliseconds. */
export interface ShrinkSettings extends FlagSettings<typeof shrinkFlags> {
  readonly scenario: string | undefined
  readonly program: readonly string[]
}
