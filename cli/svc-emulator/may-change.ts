import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { reportFlags } from './lab-flags.ts'
import { list } from './values.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

const flags = {
  contract: {
    value: 'file',
    about:
      'Ask about all changes to this contract: a file of `clauses --reporter json`, or the folder of an installed release',
  },
  leans: {
    value: 'files',
    parse: list,
    default: 'leans/*.json',
    about: 'Files of `leans`, comma-separated: names or patterns',
  },
  ...reportFlags,
} as const

/** `svc-emulator may-change`: which consumers a change of the contract breaks, as their lean files say. */
export const mayChange = command({
  path: ['may-change'],
  about:
    'Tell whom a change of the service breaks, from the files that `leans` wrote for its consumers: which tests fail then, who notices nothing, and of whom it cannot be told.',
  positionals: [
    {
      name: 'ids',
      about:
        'Sentences and assumptions, each for all its changes, or one mutant or alternative: user.has-name, A-29, A-29/2',
      optional: true,
      rest: true,
    },
  ],
  flags,
  examples: [
    ['svc-emulator may-change user.has-name', 'Whom another answer than this sentence breaks'],
    ["svc-emulator may-change A-29 --leans '*/leans.json'", 'Each other way to decide an open question'],
    ['svc-emulator may-change --contract new.json', 'Every sentence that a new contract changes, adds or removes'],
  ],
  notes:
    'A consumer is asked nothing again: what was not asked, or cannot be, is said and never counted as safe. Exit code: 0 when no consumer is known to break, 1 when one breaks, 2 for a usage error (no file, no such sentence).',
  async run({ settings, positionals }, io) {
    if ((positionals.length === 0) === (settings.contract === undefined))
      throw usageError(
        `name sentences, or one contract: ${ownCommand} may-change user.has-name, or --contract new.json`,
      )
    const { askMayChange } = await import('./may-change/ask-may-change.ts')
    await askMayChange({ ...settings, ids: positionals }, io)
    return undefined
  },
})
