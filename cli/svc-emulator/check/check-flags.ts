import type { Flags } from '../../shared/command.ts'
import type { ClientSettings } from '../client-command.ts'
import { clientFlags, reportFlags, runFlags, sinceFlag } from '../lab-flags.ts'

/** Flags of `check`. */
export const checkFlags = {
  ...clientFlags,
  ...runFlags,
  ...reportFlags,
  ...sinceFlag,
  budget: { ...runFlags.budget, default: '2m' },
  accept: {
    value: 'file',
    about: 'File of known findings to accept, each as `<finding>: <reason>`, named as explore, questions and mutate do',
  },
} as const satisfies Flags

/** Settings of `check`; times in milliseconds. */
export type CheckSettings = ClientSettings<typeof checkFlags>
