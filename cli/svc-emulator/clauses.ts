import { command } from '../shared/command.ts'

/** `svc-emulator clauses`: the contract, statement by statement. */
export const clauses = command({
  path: ['clauses'],
  about: 'Print the contract: every clause of the specification, and every assumption on what it leaves open.',
  positionals: [
    {
      name: 'words',
      about: 'Only statements whose id, section or text has each of these words',
      optional: true,
      rest: true,
    },
  ],
  flags: {
    reporter: { choices: ['pretty', 'json'], default: 'pretty', about: 'How it is written' },
    assumptions: { about: 'The assumptions alone' },
  },
  examples: [
    ['svc-emulator clauses', 'The whole contract by section'],
    ['svc-emulator clauses record cursor', 'What is said of record cursors'],
    ['svc-emulator clauses --assumptions --reporter json', 'What the emulator decided by itself, for a program'],
  ],
  async run({ flags, positionals }, io) {
    const { contractText } = await import('./clauses-text.ts')
    io.stdout.write(contractText({ reporter: flags.reporter, words: positionals, assumptionsOnly: flags.assumptions }))
    return undefined
  },
})
