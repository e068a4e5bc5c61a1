import { nothingObserved, type ObservedAssumptions } from '../../emulator/engine/coverage/observed.ts'
import { command } from '../shared/command.ts'

/** `svc-emulator clauses`: the contract, statement by statement. */
export const clauses = command({
  path: ['clauses'],
  about:
    'Print the contract: every clause of the specification, and every assumption where the specification is silent.',
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
    facts: { value: 'file', about: 'Say of each assumption what these facts about a service tell of it' },
  },
  examples: [
    ['svc-emulator clauses', 'The whole contract by section'],
    ['svc-emulator clauses record cursor', 'Statements about record cursors'],
    ['svc-emulator clauses --assumptions --reporter json', 'All assumptions, for a program'],
  ],
  async run({ flags, positionals }, io) {
    const { contractText } = await import('./clauses-text.ts')
    const { reporter, assumptions: assumptionsOnly, facts } = flags
    const observed = await loadObserved(facts)
    io.stdout.write(contractText({ reporter, words: positionals, assumptionsOnly, observed }))
    return undefined
  },
})

async function loadObserved(file: string | undefined): Promise<ObservedAssumptions> {
  if (file === undefined) return nothingObserved
  const [{ factsFrom }, { loadFacts }] = await Promise.all([
    import('../../emulator/host/facts/facts.ts'),
    import('../../emulator/scenario/facts-file.ts'),
  ])
  return factsFrom(await loadFacts(file)).observed
}
