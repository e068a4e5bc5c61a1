import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags } from '../client-flags.ts'
import { duration } from '../values.ts'

/** Flags of `permissions`. */
export const permissionsFlags = {
  ...clientFlags,
  'time-limit': { value: 'duration', parse: duration, about: 'Real time for the run (default 60s)' },
  'at-most': { value: 'key', about: "Fail if a call needs more than this key: 'write on org acme'" },
  reporter: {
    choices: ['pretty', 'json', 'junit', 'html', 'github'],
    default: 'pretty',
    about: 'Format of the report',
  },
  output: { value: 'file', short: 'o', about: 'Write the report to this file instead of stdout' },
  'control-token': { value: 'token', about: 'Control token of the running emulator' },
} as const satisfies Flags

/** Settings of `permissions`; times in milliseconds. */
export interface PermissionsSettings extends FlagSettings<typeof permissionsFlags> {
  /** With a program, a scenario; else a URL, a bundle, a scenario or an archive. */
  readonly run: string | undefined
  readonly program: readonly string[]
}
