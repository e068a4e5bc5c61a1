import { clientCommand } from './client-command.ts'
import { checkFlags } from './check/check-flags.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator check`: what is wrong with a client, and with its tests. */
export const check = clientCommand({
  path: ['check'],
  about:
    'Report the ten gravest things about a client, or about its tests, within two minutes: what it does wrong when documented failures happen, and what its tests do not notice.',
  flags: checkFlags,
  examples: [
    ['svc-emulator check -- node ./my-client.js', 'What this client does wrong'],
    ['svc-emulator check -- npx vitest run', 'What these tests do not notice'],
    ['svc-emulator check --budget 10m --reporter html -o check.html -- python3 client.py', 'More of it, as a page'],
  ],
  notes:
    'It asks the questions of explore, questions, mutate and permissions; each finding names the command that shows it alone. A client gets its world as SVC_API_URL, SVC_REALTIME_URL and SVC_API_KEY, and as {api_url}, {realtime_url} and {api_key} in its arguments. Exit code: 0 without findings, 1 with findings that --accept does not name, 2 for a usage error (no command, or a command that makes no call or fails as it is).',
  needs: `name the client after --: ${ownCommand} check -- node ./my-client.js`,
  load: async () => (await import('./check/run-check.ts')).runCheck,
})
