import type { Flags } from '../../shared/command.ts'
import type { ClientSettings } from '../client-command.ts'
import { clientFlags, reportFlags, runFlags, sinceFlag } from '../lab-flags.ts'
import { integer, list } from '../values.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

/** Flags of `questions`. */
export const questionsFlags = {
  ...clientFlags,
  ...runFlags,
  ...reportFlags,
  ...sinceFlag,
  only: {
    value: 'assumptions',
    parse: list,
    about: 'Try only these assumptions or alternatives, comma-separated: A-349, A-38/1',
  },
  case: { value: 'alternative', about: 'Try this alternative alone: A-38/1' },
  facts: {
    value: 'file',
    about: `Leave out the questions that an observation of a service has answered (${ownCommand} drift --facts)`,
  },
  max: { value: 'number', parse: integer(0, 10_000), about: 'Fail if more questions than this matter' },
  accept: { value: 'file', about: 'File of questions that are known to matter, each as `<alternative>: <reason>`' },
} as const satisfies Flags

/** Settings of `questions`; times in milliseconds. */
export type QuestionsSettings = ClientSettings<typeof questionsFlags>
