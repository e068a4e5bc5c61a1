import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags, runFlags } from '../lab-flags.ts'
import { commandLine } from '../values.ts'

/** Flags of `shrink`. */
export const shrinkFlags = {
  ...clientFlags,
  budget: runFlags.budget,
  'time-limit': runFlags['time-limit'],
  client: {
    value: 'command',
    parse: commandLine,
    about: 'Command line to run instead of svc in run: steps; its paths are relative to the current folder',
  },
  worker: { value: 'command', parse: commandLine, about: 'Command line to run instead of svc-worker in run: steps' },
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
