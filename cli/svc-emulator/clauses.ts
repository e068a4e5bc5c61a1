import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { sinceFlag } from './lab-flags.ts'
import { jobs } from './values.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator clauses`: the contract, statement by statement. */
export const clauses = command({
  path: ['clauses'],
  about:
    'Print the contract: every clause of the specification, and every assumption where the specification is silent. Or print the changes between two contracts, and the tests that rest on them.',
  takesProgram: true,
  positionals: [
    {
      name: 'words',
      about: 'Print only statements whose id, section or text contains all of these words',
      optional: true,
      rest: true,
    },
  ],
  flags: {
    reporter: { choices: ['pretty', 'json'], default: 'pretty', about: 'Output format' },
    assumptions: { about: 'Print only the assumptions' },
    against: {
      value: 'file',
      about:
        'Print what changed between this contract and another: a file of --reporter json, or the folder of an installed release (node_modules/svc-emulator)',
    },
    jobs: {
      value: 'number',
      parse: jobs,
      about: 'Runs of the tests at the same time, with --against (default as for `mutate`)',
    },
    ...sinceFlag,
  },
  examples: [
    ['svc-emulator clauses', 'The whole contract by section'],
    ['svc-emulator clauses record cursor', 'Statements about record cursors'],
    ['svc-emulator clauses --assumptions --reporter json', 'All assumptions, for a program'],
    ['svc-emulator clauses --against contract.json', 'What changed since the release that wrote contract.json'],
    [
      'svc-emulator clauses --against node_modules/svc-emulator-next -- npx vitest run',
      'What the next release changes, with the tests that exercise each changed clause and those that would notice',
    ],
  ],
  notes:
    'With --against, changes are listed from the older contract to the newer one. A command after -- is run once as it is, and each way to break a changed clause that it exercises is tried, as `mutate` does. Exit code: 0 for success, 2 for a usage error (a file or folder without a contract, a command without --against, or one that fails by itself).',
  async run({ settings, positionals, program }, io) {
    const { against, reporter, assumptions: assumptionsOnly, jobs: atOnce, since } = settings
    if (against === undefined && (program.length > 0 || (atOnce ?? since) !== undefined))
      throw usageError(`a program after -- requires --against: ${ownCommand} clauses --against FILE -- npx vitest run`)
    if (since !== undefined && program.length === 0)
      throw usageError('--since keeps the verdicts of tests: name them after --')
    if (against !== undefined) {
      const { compareWith } = await import('./against/compare-with.ts')
      await compareWith({ against, reporter, words: positionals, assumptionsOnly, program, jobs: atOnce, since }, io)
      return undefined
    }
    const { contractText } = await import('./clauses-text.ts')
    io.stdout.write(contractText({ reporter, words: positionals, assumptionsOnly }))
    return undefined
  },
})
