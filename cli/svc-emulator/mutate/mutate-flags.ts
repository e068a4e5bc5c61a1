import type { Flags } from '../../shared/command.ts'
import type { ClientSettings } from '../client-command.ts'
import { clientFlags, reportFlags, runFlags, sinceFlag } from '../lab-flags.ts'
import { mutationFlags, oneMutant } from '../mutation-flags.ts'

/** Flags of `mutate`. */
export const mutateFlags = {
  ...clientFlags,
  ...runFlags,
  ...reportFlags,
  ...sinceFlag,
  ...mutationFlags,
  case: { value: 'mutant', parse: oneMutant, about: 'Try this mutant alone, and show what noticed it' },
  'timeouts-kill': {
    about: 'Count a run that does not end in time as noticed (default listed separately, as not noticed)',
  },
} as const satisfies Flags

/** Settings of `mutate`; times in milliseconds. */
export type MutateSettings = ClientSettings<typeof mutateFlags>
