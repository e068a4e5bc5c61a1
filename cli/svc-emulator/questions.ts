import { clientCommand } from './client-command.ts'
import { questionsFlags } from './questions/questions-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator questions`: finds the open questions of the specification that a client leans on. */
export const questions = clientCommand({
  path: ['questions'],
  about:
    'Run a client, or a test suite, once for each other way to decide what the specification leaves open, and report the questions whose answer matters to it.',
  flags: questionsFlags,
  examples: [
    ['svc-emulator questions -- node ./my-client.js', 'All open questions that the client meets'],
    ['svc-emulator questions -- npx vitest run', 'Those that make a test fail'],
    [
      'svc-emulator questions --facts facts.yaml --max 0 -- ./client',
      'Fail while a question is left that drift did not answer',
    ],
  ],
  notes:
    'The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. A suite of vitest, Playwright or node:test may make its own emulators. Exit code: 0 for success, 1 when more than --max questions matter, 2 for a usage error (no command, or a command that makes no call or fails as it is).',
  needs: `name the client after --: ${ownCommand} questions -- node ./my-client.js`,
  load: async () => (await import('./questions/questions-program.ts')).questionsProgram,
})
