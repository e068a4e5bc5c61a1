import { clientCommand } from './client-command.ts'
import { clientFlags, reportFlags, runFlags, sinceFlag } from './lab-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

const flags = {
  ...clientFlags,
  ...runFlags,
  ...sinceFlag,
  reporter: {
    ...reportFlags.reporter,
    about: 'Format of the report on stdout; json is the file, with what --since reads',
  },
  output: { value: 'file', short: 'o', about: 'Write what it leans on to this file, for `may-change`' },
} as const

/** `svc-emulator leans`: writes down the sentences and assumptions that a client or a suite leans on. */
export const leans = clientCommand({
  path: ['leans'],
  about:
    'Run a client, or a test suite, once for each way to change a statement that it meets, and write down which of them it leans on. `may-change` reads such files.',
  flags,
  examples: [
    ['svc-emulator leans -o web.leans.json -- npx vitest run', 'By test, what a suite leans on'],
    [
      'svc-emulator leans -o sync.leans.json -- node sync.mjs',
      'What a client leans on: its exit code, output, records',
    ],
    [
      'svc-emulator leans --budget 5m -o web.leans.json -- npm test',
      'In five minutes; the file lists what was not asked',
    ],
  ],
  notes:
    'The client gets its world as for `questions`; tests may make their own emulators. The file has the digest of the contract and no secret; it is equal for every seed. Exit code: 0 for success, 1 when the run as it is did not end within --budget, 2 for a usage error (no command, or a command that makes no call or fails as it is), 130 after Ctrl-C, which writes no file.',
  needs: `name the client or the tests after --: ${ownCommand} leans -o web.leans.json -- npx vitest run`,
  load: async () => (await import('./leans/run-leans.ts')).runLeans,
})
