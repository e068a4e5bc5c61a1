import { clientCommand } from './client-command.ts'
import { exploreFlags } from './explore/explore-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator explore`: finds the documented failures that a client does not survive. */
export const explore = clientCommand({
  path: ['explore'],
  about:
    'Run a client once for each documented failure of each of its calls, and report the failures that it does not survive. Each run has its own world.',
  flags: exploreFlags,
  examples: [
    ['svc-emulator explore -- node ./my-client.js', 'All faults, at each call of the client'],
    ['svc-emulator explore --only paging,lost-answer -- python3 client.py', 'Two kinds of faults only'],
    [
      "svc-emulator explore --against 'node client-1.9.mjs' -- node client-2.0.mjs",
      'What a new release does worse than the one before',
    ],
    ['svc-emulator explore --copies 2 -- node ./my-client.js', 'Two copies at once, in every order of their calls'],
    ['svc-emulator explore --release next.yaml -- node ./my-client.js', 'A new release that is rolled out meanwhile'],
    ['svc-emulator explore --must-survive network -- ./client --retry', 'A client that must repeat failed calls'],
  ],
  notes:
    'The client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 without findings, 1 with findings (with --against, where something is worse), 2 for a usage error (no command, or a command that makes no call or fails without a fault).',
  needs: `name the client after --: ${ownCommand} explore -- node ./my-client.js`,
  load: async () => (await import('./explore/explore-program.ts')).exploreProgram,
})
