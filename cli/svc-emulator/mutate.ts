import { clientCommand } from './client-command.ts'
import { mutateFlags } from './mutate/mutate-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator mutate`: finds documented sentences that could be broken without a failing test. */
export const mutate = clientCommand({
  path: ['mutate'],
  about:
    'Run a test suite once for each way to break a clause that it exercises, and report the broken clauses that it does not notice.',
  flags: mutateFlags,
  examples: [
    [
      'svc-emulator mutate -- npx vitest run',
      'All mutants; with vitest and Playwright each run has only the test files that exercise the clause',
    ],
    [
      'svc-emulator mutate --only pagination --min 90 -- npx playwright test',
      'Clauses about pages; fail below 90 percent',
    ],
    [
      'svc-emulator mutate --budget 5m --reporter github -- npm test',
      'Annotations for a pull request, in five minutes',
    ],
  ],
  notes:
    'Emulators in processes that the command starts are mutated; a command that has none gets a server as SVC_API_URL and SVC_REALTIME_URL, and a key as SVC_API_KEY. Servers that already run are not mutated. Exit code: 0 for success, 1 below --min or when no clause was exercised, 2 for a usage error (no command, or a command that fails without a mutant), 130 after Ctrl-C, which reports the results so far.',
  needs: `name the tests after --: ${ownCommand} mutate -- npx vitest run`,
  load: async () => (await import('./mutate/mutate-program.ts')).mutateProgram,
})
