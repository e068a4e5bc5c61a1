import { usageError } from '../shared/client-error.ts'
import type { Flags, FlagValues } from '../shared/command.ts'
import { delayProblems } from '../../emulator/engine/faults/delay.ts'
import { parseRate } from '../../emulator/engine/triggers/rate.ts'
import { unspecifiedModes } from '../../emulator/engine/world/settings.ts'
import { parseBounds } from './parse-bounds.ts'
import type { StartSettings } from './start-options.ts'
import { parseDurationFlag, parseInteger, splitList } from './values.ts'

/** Flags of the commands that serve: the world, and how it is reached. */
export const serverFlags = {
  host: { value: 'address', default: '127.0.0.1', about: 'Address to listen on' },
  fixtures: {
    value: 'names',
    many: true,
    about:
      'Fixtures to load, comma-separated or with the flag repeated: starter, large, or paths (default: those of the scenario, else starter)',
  },
  seed: { value: 'integer', about: 'Number from which ids, secrets and random choices are derived (default 1)' },
  clock: {
    choices: ['virtual', 'real'],
    about: 'World time: virtual stands still until it is moved, real follows real time (default virtual)',
  },
  delay: {
    value: 'duration',
    about: 'Delay every answer in real time: 200ms, or 50ms..2s, drawn from the seed for each',
  },
  'rate-limit': {
    value: 'rate',
    about:
      'Answer 429 with Retry-After to requests beyond this rate: 5/s, 100/m. The clock is then real, unless --clock says otherwise',
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
} as const satisfies Flags

/** Settings from the flags of a command that serves. */
export async function parseServerFlags(
  flags: FlagValues<typeof serverFlags>,
): Promise<Omit<StartSettings, 'scenario' | 'port' | 'log' | 'watch' | 'open'>> {
  if (flags['state-every'] !== undefined && flags.state === undefined)
    throw usageError('--state-every says how often --state is saved: start --state FILE --state-every 5s')
  return {
    host: flags.host,
    fixtures: splitList(flags.fixtures),
    seed: parseInteger('seed', flags.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    // A virtual clock stands still: to wait as Retry-After says would change nothing.
    clock: flags.clock ?? (flags['rate-limit'] === undefined ? undefined : 'real'),
    delay: parseDelay(flags.delay),
    rateLimit: parseRateLimit(flags['rate-limit']),
    unspecified: flags.unspecified,
    broken: await parseBroken(flags.broken),
    facts: flags.facts,
    explain: flags.explain,
    cors: flags.cors,
    journal: parseInteger('journal', flags.journal, 1, 10_000_000),
    bounds: parseBounds(flags.bounds),
    controlToken: flags['control-token'],
    tls: parseTls(flags),
    state: flags.state,
    stateEvery: parseDurationFlag('state-every', flags['state-every']) ?? 30_000,
  }
}

/** Parses a delay, or a range of delays. */
function parseDelay(text: string | undefined): string | undefined {
  const [problem] = text === undefined ? [] : delayProblems(text)
  if (problem === undefined) return text
  throw usageError(`--delay: ${problem.message}`)
}

/** Parses a number of requests for a period. */
function parseRateLimit(text: string | undefined): string | undefined {
  if (text === undefined || parseRate(text) !== undefined) return text
  throw usageError(`--rate-limit takes requests for a period, such as 5/s, 100/m or 10/30s; it was '${text}'`)
}

/** Parses the statements of `--broken`. */
async function parseBroken(text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined) return undefined
  const { unknownMutant } = await import('../../emulator/host/broken/break-answer.ts')
  const ids = splitList(text)!
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
