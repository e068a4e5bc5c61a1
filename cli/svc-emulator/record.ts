import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { apiUrl, integer, port, realtimeUrl } from './values.ts'

/** `svc-emulator record`: proxies a client's session with a server, and writes it as a scenario. */
export const record = command({
  path: ['record'],
  about:
    'Proxy between a client and a server that writes the requests and answers, over HTTP and sockets, as a scenario to replay. Ctrl-C ends it.',
  flags: {
    target: { value: 'url', parse: apiUrl, about: 'API URL of the server to record, such as http://127.0.0.1:4010/v1' },
    output: { value: 'file', short: 'o', about: 'Scenario file to write, .yaml or .json' },
    port: { value: 'number', parse: port, default: '4010', about: 'Port to listen on; 0 for any free one' },
    host: { value: 'address', default: '127.0.0.1', about: 'Address to listen on' },
    'realtime-url': {
      value: 'url',
      parse: realtimeUrl,
      about: 'Realtime URL of --target (default the API URL with /realtime)',
    },
    'control-token': {
      value: 'token',
      about: 'Control token of the emulator at --target, to record its world and clock, too',
    },
    steps: {
      value: 'number',
      parse: integer(1, Number.MAX_SAFE_INTEGER),
      about: 'End after this number of requests and calls',
    },
    name: { value: 'name', parse: scenarioName, about: 'Name of the scenario (default the name of the file)' },
  },
  examples: [
    [
      'svc-emulator record --target http://127.0.0.1:4011/v1 -o session.yaml',
      'The requests of your client to an emulator on port 4011',
    ],
    ['svc-emulator replay session.yaml', 'Replay the recording, in process'],
    [
      'svc-emulator record --target https://api.example.com/v1 -o live.yaml',
      'The requests of your client to your own server',
    ],
  ],
  notes:
    'No secret is written. `keys:` in the file describes the keys and tokens, and an emulator finds them by this description; ' +
    'for another server, pass them to replay with --api-key-env NAME=VARIABLE.',
  async run({ settings }, io) {
    const { target, output } = settings
    if (target === undefined)
      throw usageError('--target is missing: record --target http://127.0.0.1:4010/v1 -o session.yaml')
    if (output === undefined) throw usageError('-o is missing, the file to write: record --target URL -o session.yaml')
    if (!/\.(?:ya?ml|json)$/i.test(output))
      throw usageError(`-o takes a file that ends in .yaml, .yml or .json; it was '${output}'`)
    const { recordSession } = await import('./record/record-session.ts')
    await recordSession({ ...settings, target, output, name: settings.name ?? nameOfFile(output) }, io)
    return undefined
  },
})

/** Lower-case words joined by `-`, as the format requires. */
function scenarioName(text: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text
  throw usageError(`--name takes lower case words joined by -; it was '${text}'`)
}

function nameOfFile(file: string): string {
  const base = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const words = base.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'recorded'
}
