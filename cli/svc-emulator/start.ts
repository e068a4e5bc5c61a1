import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { unspecifiedModes } from '../../emulator/engine/world/settings.ts'
import { parseBounds } from './parse-bounds.ts'
import { parseDurationFlag, parseInteger } from './values.ts'
import { watchedFiles } from './watched-files.ts'
import type { StartSettings } from './start-options.ts'

/** `svc-emulator start`: serves until it is stopped. */
export const start = command({
  path: ['start'],
  about: 'Serve the API over HTTP and WebSocket, on one port.',
  positionals: [
    {
      name: 'scenario',
      about: 'Scenario file, or name of a shipped scenario (svc-emulator list)',
      optional: true,
      offers: true,
    },
  ],
  flags: {
    port: { value: 'number', default: '4010', about: 'Port to listen on; 0 for any free one' },
    host: { value: 'address', default: '127.0.0.1', about: 'Address to listen on' },
    fixtures: {
      value: 'names',
      many: true,
      about: 'Fixtures to load, comma-separated or with the flag repeated: starter, large, or paths (default starter)',
    },
    seed: { value: 'integer', about: 'Number from which ids, secrets and random choices are derived (default 1)' },
    clock: {
      choices: ['virtual', 'real'],
      about: 'World time: virtual stands still until it is moved, real follows real time (default virtual)',
    },
    unspecified: {
      choices: unspecifiedModes,
      about: 'Behaviour where the specification is silent (default allow)',
    },
    broken: {
      value: 'clauses',
      many: true,
      about: 'Clauses to break on purpose, comma-separated, to see whether the tests of a client notice',
    },
    facts: {
      value: 'file',
      about: 'Follow what a service was seen to do where the specification is silent (svc-emulator drift --facts)',
    },
    explain: { about: 'Add headers to each answer that name the clauses, assumptions and triggers that decided it' },
    watch: { about: 'Load the scenario again when its file changes' },
    log: { choices: ['pretty', 'json', 'silent'], default: 'pretty', about: 'Format of the request log' },
    open: { about: 'Open the inspector in a browser' },
    cors: { about: 'Send CORS headers, so that pages of other origins can use the server' },
    journal: { value: 'size', about: 'Number of newest requests that the journal keeps (default 1000)' },
    bounds: {
      value: 'bounds',
      many: true,
      about: 'Upper bounds, such as records=1000000,worlds=10; also snapshots, triggers, importBytes, unfinishedBytes',
    },
    'control-token': { value: 'token', about: 'Token that the control API requires (x-emulator-token)' },
    tls: {
      about: 'Serve HTTPS and wss with a new certificate, and print the file of the certificate authority to trust',
    },
    'tls-cert': {
      value: 'file',
      about: 'Serve HTTPS and wss with this certificate (PEM, with intermediate certificates)',
    },
    'tls-key': { value: 'file', about: 'Private key of --tls-cert (PEM)' },
    state: {
      value: 'file',
      about:
        'Load the state from this file, if it exists, and save it there when a signal ends the server (SIGINT, SIGTERM, SIGHUP) and at intervals',
    },
    'state-every': {
      value: 'duration',
      about: 'Interval at which --state is saved while something changes; 0 saves only at the end (default 30s)',
    },
  },
  examples: [
    ['svc-emulator', 'The starter world on port 4010'],
    ['svc-emulator start --port 0 --fixtures large', 'A large world, on any free port'],
    ['svc-emulator start ./outage.yaml --watch', 'Your own scenario, loaded again when its file changes'],
    ['svc-emulator start --state ./state.json', 'A world that is kept between runs'],
  ],
  notes: 'Every flag can also be set by a variable: SVC_EMULATOR_PORT for --port (svc-emulator --help).',
  async run({ flags, positionals }, io) {
    const settings = {
      scenario: positionals[0],
      port: parseInteger('port', flags.port, 0, 65_535)!,
      host: flags.host,
      fixtures: flags.fixtures
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      seed: parseInteger('seed', flags.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      clock: flags.clock,
      unspecified: flags.unspecified,
      broken: await parseBroken(flags.broken),
      facts: flags.facts,
      log: flags.log,
      explain: flags.explain,
      watch: flags.watch,
      open: flags.open,
      cors: flags.cors,
      journal: parseInteger('journal', flags.journal, 1, 10_000_000),
      bounds: parseBounds(flags.bounds),
      controlToken: flags['control-token'],
      tls: parseTls(flags),
      state: flags.state,
      stateEvery: parseDurationFlag('state-every', flags['state-every']) ?? 30_000,
    }
    if (flags['state-every'] !== undefined && flags.state === undefined)
      throw usageError('--state-every says how often --state is saved: start --state FILE --state-every 5s')
    if (settings.watch) watchedFiles(settings)
    const { serve } = await import('./serve.ts')
    await serve(settings, io)
    return undefined
  },
})

/** Parses the statements of `--broken`. */
async function parseBroken(text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined) return undefined
  const { unknownMutant } = await import('../../emulator/host/broken/break-answer.ts')
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const [problem] = ids.flatMap((id) => unknownMutant(id, []))
  if (problem !== undefined) throw usageError(`--broken: ${problem.message} (svc-emulator clauses lists all clauses)`)
  return ids
}

/** Requires both files, and neither together with a generated certificate. */
function parseTls({
  tls,
  'tls-cert': cert,
  'tls-key': key,
}: {
  readonly tls: boolean
  readonly 'tls-cert': string | undefined
  readonly 'tls-key': string | undefined
}): StartSettings['tls'] {
  if (cert === undefined && key === undefined) return tls
  if (cert === undefined || key === undefined)
    throw usageError('--tls-cert and --tls-key go together: --tls-cert cert.pem --tls-key key.pem')
  if (tls) throw usageError('--tls makes a certificate: it does not go with --tls-cert and --tls-key')
  return { cert, key }
}
