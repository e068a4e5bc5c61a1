import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { checkDocumentFile, documentName, nameOfFile } from './document-name.ts'
import { apiUrl, integer, port, realtimeUrl } from './values.ts'

/** `svc-emulator record`: proxies a client's session with a server, and writes it as a scenario. */
export const record = command({
  path: ['record'],
  about:
    'Proxy between a client and a server that writes the requests and answers, over HTTP and sockets, as a scenario to replay. Ctrl-C ends it. With --from, writes the requests of a file instead.',
  flags: {
    target: { value: 'url', parse: apiUrl, about: 'API URL of the server to record, such as http://127.0.0.1:4010/v1' },
    from: {
      value: 'file',
      about:
        'HTTP archive (HAR) of a browser or proxy, bundle, or scenario to write as a scenario of one file, in place of a session',
    },
    output: { value: 'file', short: 'o', about: 'Scenario file to write, .yaml or .json' },
    port: { value: 'number', parse: port, default: '4010', about: 'Port to listen on; 0 for any free one' },
    host: {
      value: 'address',
      about:
        'Address to listen on (default 127.0.0.1); with --from the host of the API in the archive, with a base path or without (default the one that most requests fit)',
    },
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
    name: { value: 'name', parse: documentName, about: 'Name of the scenario (default the name of the file)' },
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
    ['svc-emulator record --from bug.har -o bug.yaml', 'The requests of a page, saved by a browser'],
    ['svc-emulator record --from failed/run.bundle.json -o run.yaml', 'The requests of a run that was kept'],
  ],
  notes:
    'No secret is written. `keys:` in the file describes the keys and tokens, and an emulator finds them by this description; ' +
    'for another server, pass them to replay with --api-key-env NAME=VARIABLE.',
  async run({ settings }, io) {
    const { target, from, host, output } = settings
    if (from !== undefined) checkAlone(settings)
    else if (target === undefined)
      throw usageError('--target is missing: record --target http://127.0.0.1:4010/v1 -o session.yaml')
    const source = from === undefined ? '--target URL' : `--from ${from}`
    if (output === undefined) throw usageError(`-o is missing, the file to write: record ${source} -o session.yaml`)
    checkDocumentFile(output)
    const name = settings.name ?? nameOfFile(output)
    if (from !== undefined) {
      const { recordFile } = await import('./record/record-file.ts')
      await recordFile({ from, host, output, name }, io)
    } else {
      const { recordSession } = await import('./record/record-session.ts')
      await recordSession({ ...settings, host: host ?? '127.0.0.1', target: target!, output, name }, io)
    }
    return undefined
  },
})

/** Refuses flags that are about a session. */
function checkAlone(settings: {
  readonly [Name in 'target' | 'realtimeUrl' | 'controlToken' | 'steps']: unknown
}): void {
  const flags = { target: '--target', realtimeUrl: '--realtime-url', controlToken: '--control-token', steps: '--steps' }
  for (const [name, flag] of Object.entries(flags))
    if (settings[name as keyof typeof flags] !== undefined)
      throw usageError(`${flag} is about a session with a server, and --from about a file: give one of them`)
}
