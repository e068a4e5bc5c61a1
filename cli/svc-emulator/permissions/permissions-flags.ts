import type { FlagSettings, Flags } from '../../shared/command.ts'
import { clientFlags, reportFlags } from '../lab-flags.ts'
import { someTime } from '../values.ts'

/** Flags of `permissions`. */
export const permissionsFlags = {
  ...clientFlags,
  ...reportFlags,
  'time-limit': { value: 'duration', parse: someTime, about: 'Real time for the run (default 60s)' },
  'at-most': { value: 'key', about: "Fail if a call needs more than this key: 'write on org acme'" },
  'control-token': { value: 'token', about: 'Control token of the running emulator' },
} as const satisfies Flags

/** Settings of `permissions`; times in milliseconds. */
export interface PermissionsSettings extends FlagSettings<typeof permissionsFlags> {
  /** With a program, a scenario; else a URL, a bundle, a scenario or an archive. */
  readonly run: string | undefined
  readonly program: readonly string[]
}
