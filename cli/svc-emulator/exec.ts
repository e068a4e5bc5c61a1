import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { checkServerFlags, serverFlags } from './server-flags.ts'
import { apiUrl, port } from './values.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** `svc-emulator exec`: a server for as long as a command runs. */
export const exec = command({
  path: ['exec'],
  about: 'Start a server, run a command against it, stop the server, and exit with the exit code of the command.',
  positionals: [
    {
      name: 'scenario',
      about: `Scenario file, or name of a shipped scenario (${ownCommand} list)`,
      optional: true,
      offers: true,
    },
  ],
  takesProgram: true,
  flags: {
    port: { value: 'number', parse: port, default: '0', about: 'Port to listen on; 0 for any free one' },
    ...serverFlags,
    key: { value: 'secret', about: 'API key for the command (default the first admin key of the world)' },
    from: {
      value: 'file',
      about:
        'Begin with what this file holds, in the server and in every emulator in the processes of the command: an exported state, a bundle, a scenario or a fixture',
    },
    audit: {
      value: 'url',
      parse: apiUrl,
      about:
        'Stand before the mock server at this address, and print what it answers otherwise than the API would; its answers go on unchanged',
    },
    strict: { about: 'Exit with 1 where --audit finds an answer that breaks the specification' },
    log: {
      choices: ['pretty', 'json', 'silent'],
      default: 'silent',
      about: 'Format of the request log, which goes to stderr',
    },
  },
  examples: [
    ['svc-emulator exec -- npm test', 'Tests that take the address from SVC_API_URL'],
    ['svc-emulator exec ./outage.yaml --log pretty -- python3 client.py', 'A program in your own scenario'],
    ['svc-emulator exec --from repro.yaml -- npx vitest run', 'Tests with emulators of their own, in another world'],
    [
      'svc-emulator exec -- curl -H "X-API-Key: {api_key}" {api_url}/users/me',
      'A command that takes its address as an argument',
    ],
    ['svc-emulator exec --audit http://localhost:3000 -- npm test', 'Tests against a mock server of yours'],
  ],
  notes:
    'With --audit the world is what answers are compared with; the emulator serves nothing itself. ' +
    'The command gets the address as SVC_API_URL and SVC_REALTIME_URL, a key as SVC_API_KEY, and the three as {api_url}, {realtime_url} and {api_key} in its arguments. With --tls, NODE_EXTRA_CA_CERTS names the certificate authority; where the control API requires a token, SVC_EMULATOR_CONTROL_TOKEN holds it. The command starts when the server answers. Signals are passed on to it.',
  async run({ settings, positionals: [scenario], program }, io) {
    if (program.length === 0) throw usageError(`name the command after --: ${ownCommand} exec -- npm test`)
    checkServerFlags(settings)
    if (settings.strict && settings.audit === undefined)
      throw usageError('--strict is about the findings of an audit: exec --audit URL --strict -- npm test')
    const { execProgram } = await import('./exec/exec-program.ts')
    await execProgram({ ...settings, scenario, program, watch: false }, io)
    return undefined
  },
})
