import type { Bounds } from '../../emulator/engine/world/bounds.ts'
import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { unspecifiedModes } from '../../emulator/engine/world/settings.ts'
import { boundsOf } from './bounds-of.ts'
import { durationOf, integerOf } from './values.ts'
import { watchedFiles } from './watched-files.ts'

/** `svc-emulator start`: serves until it is told to stop. */
export const start = command({
  path: ['start'],
  about: 'Serve the API over HTTP and WebSocket, on one port.',
  positionals: [
    {
      name: 'scenario',
      about: 'A scenario file, or the name of a shipped one (svc-emulator list)',
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
      about: 'Worlds to start with, comma-separated or with the flag again: starter, large, or paths (default starter)',
    },
    seed: { value: 'integer', about: 'Ids, secrets and chance are drawn from it (default 1)' },
    clock: {
      choices: ['virtual', 'real'],
      about: 'Whether world time stands still until told, or follows real time (default virtual)',
    },
    unspecified: {
      choices: unspecifiedModes,
      about: 'What to do where the specification is silent (default allow)',
    },
    broken: {
      value: 'clauses',
      many: true,
      about: 'Statements of the contract to break on purpose, comma-separated: do the tests of a client notice?',
    },
    explain: { about: 'Tell in headers of each answer which clauses, assumptions and triggers decided it' },
    watch: { about: 'Load the scenario again when its file changes' },
    log: { choices: ['pretty', 'json', 'silent'], default: 'pretty', about: 'How requests are logged' },
    open: { about: 'Open the inspector in a browser' },
    cors: { about: 'Answer with CORS headers, for pages of other origins' },
    journal: { value: 'size', about: 'Exchanges that the journal keeps; the oldest go first (default 1000)' },
    bounds: {
      value: 'bounds',
      many: true,
      about:
        'What it holds at most, such as records=1000000,worlds=10; also snapshots, triggers, importBytes, unfinishedBytes',
    },
    'control-token': { value: 'token', about: 'Token that the control API asks for (x-emulator-token)' },
    tls: { about: 'Serve HTTPS and wss with a certificate made now; prints the file of the authority to trust' },
    'tls-cert': {
      value: 'file',
      about: 'Serve HTTPS and wss with this certificate (PEM, with what links it to its authority)',
    },
    'tls-key': { value: 'file', about: 'The key of --tls-cert (PEM)' },
    state: {
      value: 'file',
      about: 'Load the state from this file at the start, if it exists, and save it there on exit and now and then',
    },
    'state-every': {
      value: 'duration',
      about: 'How often --state is saved while something changes; 0 for on exit alone (default 30s)',
    },
  },
  examples: [
    ['svc-emulator', 'The starter world on port 4010'],
    ['svc-emulator start --port 0 --fixtures large', 'A large world on any free port'],
    ['svc-emulator start ./outage.yaml --watch', 'A scenario of your own, loaded again when it changes'],
    ['svc-emulator start --state ./state.json', 'A world that is kept between runs'],
  ],
  notes: 'Each flag may also come from a variable: SVC_EMULATOR_PORT for --port (svc-emulator --help).',
  async run({ flags, positionals }, io) {
    const settings = {
      scenario: positionals[0],
      port: integerOf('port', flags.port, 0, 65_535)!,
      host: flags.host,
      fixtures: flags.fixtures
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      seed: integerOf('seed', flags.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      clock: flags.clock,
      unspecified: flags.unspecified,
      broken: await brokenIn(flags.broken),
      log: flags.log,
      explain: flags.explain,
      watch: flags.watch,
      open: flags.open,
      cors: flags.cors,
      journal: integerOf('journal', flags.journal, 1, 10_000_000),
      bounds: boundsOf(flags.bounds),
      controlToken: flags['control-token'],
      tls: tlsOf(flags),
      state: flags.state,
      stateEvery: durationOf('state-every', flags['state-every']) ?? 30_000,
    }
    if (flags['state-every'] !== undefined && flags.state === undefined)
      throw usageError('--state-every says how often --state is saved: start --state FILE --state-every 5s')
    if (settings.watch) watchedFiles(settings)
    const { serve } = await import('./serve.ts')
    await serve(settings, io)
    return undefined
  },
})

/** The statements of `--broken`. */
async function brokenIn(text: string | undefined): Promise<string[] | undefined> {
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

/** Files are named in pairs, and not beside a certificate that is made. */
function tlsOf({
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

/** What the flags of `start` amount to. */
export interface StartSettings {
  readonly scenario: string | undefined
  readonly port: number
  readonly host: string
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
  readonly clock: 'virtual' | 'real' | undefined
  readonly unspecified: (typeof unspecifiedModes)[number] | undefined
  readonly broken: readonly string[] | undefined
  readonly log: 'pretty' | 'json' | 'silent'
  readonly explain: boolean
  readonly watch: boolean
  readonly open: boolean
  readonly cors: boolean
  /** Entries that are kept. */
  readonly journal: number | undefined
  /** Those that are not the default ones. */
  readonly bounds: Partial<Bounds> | undefined
  readonly controlToken: string | undefined
  /** Whether a certificate is made, or the files of one. */
  readonly tls: boolean | { readonly cert: string; readonly key: string }
  readonly state: string | undefined
  /** Milliseconds; 0 for on exit alone. */
  readonly stateEvery: number
}
