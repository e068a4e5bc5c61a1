import type { VariantSetting } from '../../emulator/contract/variants.ts'
import { usageError } from '../shared/client-error.ts'
import type { Flags, FlagSettings } from '../shared/command.ts'
import { delayProblems } from '../../emulator/engine/faults/delay.ts'
import { parseChaos } from '../../emulator/engine/triggers/chaos.ts'
import { parseRate } from '../../emulator/engine/triggers/rate.ts'
import { unspecifiedModes } from '../../emulator/engine/world/settings.ts'
import { parseClockRate, type ClockChoice } from '../../emulator/engine/world/clock.ts'
import { worldWays } from '../../emulator/host/world-names.ts'
import { isHostName } from '../../emulator/adapters/node/own-names.ts'
import { choices, duration, integer, list, seed, idleTime } from './values.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { defaultBounds, type Bounds } from '../../emulator/engine/world/bounds.ts'
import { ownCommand } from '../../emulator/engine/checking/own-command.ts'

/** Flags of the commands that serve: the world, and how it is reached. */
export const serverFlags = {
  host: { value: 'address', default: '127.0.0.1', about: 'Address to listen on' },
  name: {
    value: 'names',
    parse: hostNames,
    many: true,
    about:
      'Further names under which clients reach the server, such as svc.qa: for pages and control calls of that name, and the certificate of --tls',
  },
  'behind-proxy': {
    about:
      'Trust what a proxy in front says about host, scheme and path (Forwarded, X-Forwarded-Host, -Proto, -Prefix)',
  },
  fixtures: {
    value: 'names',
    parse: list,
    many: true,
    about:
      'Fixtures to load, comma-separated or with the flag repeated: starter, large, or paths (default those of the scenario, else starter)',
  },
  seed: {
    value: 'integer',
    parse: seed,
    about: 'Number from which ids, secrets and random choices are derived (default 1)',
  },
  clock: {
    value: 'virtual|real|60x',
    parse: clock,
    offers: ['virtual', 'real', '60x'],
    about:
      'World time: virtual stands still until it is moved, real follows real time, 60x is sixty times as fast (default virtual)',
  },
  delay: {
    value: 'duration',
    parse: delay,
    about:
      'Delay every answer in real time: 200ms; or drawn from the seed for each, evenly from 50ms..2s, or with a long tail from 80ms~2s (median and 99th percentile)',
  },
  'rate-limit': {
    value: 'rate',
    parse: rateLimit,
    about:
      'Answer 429 with Retry-After to requests beyond this rate: 5/s, 100/m. The clock is then real, unless --clock says otherwise',
  },
  chaos: {
    value: 'share',
    parse: chaos,
    about:
      'Have this share of the requests fail as any may, drawn by the seed: 5%, or writes:2%, reads:2%. Answers 500 or 429, loses an answer, drops the connection, is late, sends an empty page',
  },
  unspecified: {
    choices: unspecifiedModes,
    about: 'Behaviour where the specification is silent (default allow)',
  },
  broken: {
    value: 'clauses',
    parse: clausesToBreak,
    many: true,
    about: 'Clauses to break on purpose, comma-separated, to see whether the tests of a client notice',
  },
  otherwise: {
    value: 'alternatives',
    parse: alternativesToAnswerBy,
    many: true,
    about: `Alternatives to assumptions to answer by, comma-separated: A-38/1 (${ownCommand} clauses --assumptions lists them); none lets --unspecified vary draw no alternative`,
  },
  explain: { about: 'Add headers to each answer that name the clauses, assumptions and triggers that decided it' },
  cors: { about: 'Send CORS headers, so that pages of other origins can use the server' },
  journal: {
    value: 'size',
    parse: (text: string, flag: string) => (text === 'off' ? 'off' : integer(1, 10_000_000)(text, flag)),
    about:
      'Number of newest requests that the journal keeps (default 1000), or off to keep none: then there is no log, no trace and nothing to verify',
  },
  worlds: {
    choices: ['required', 'auto'],
    about:
      'required refuses requests that name no world; auto begins the world that a request names (default the main world answers what names none)',
  },
  idle: {
    value: 'duration',
    parse: idleTime,
    default: '14d',
    about:
      'Delete a further world when nobody used it for so long while the server ran, unless it says how long; 0 never',
  },
  'world-from': {
    value: 'ways',
    parse: choices(worldWays),
    many: true,
    about: `Ways in which a request may name its world, comma-separated: ${worldWays.join(', ')} (default all)`,
  },
  bounds: {
    value: 'bounds',
    parse: parseBounds,
    many: true,
    about: 'Upper bounds, such as records=1000000,worlds=10; also snapshots, triggers, importBytes',
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
      'Keep all worlds and snapshots in this file: load them, if it exists, and save them there when a signal ends the server (SIGINT, SIGTERM, SIGHUP) and at intervals',
  },
  from: {
    value: 'file',
    about:
      'Begin with what this file holds, and write nothing back: an exported state, a bundle, a scenario or a fixture; state.json#mia is the world mia of a --state file',
  },
  'state-every': {
    value: 'duration',
    parse: duration,
    about: 'Interval at which --state is saved while something changes; 0 saves only at the end (default 30s)',
  },
} as const satisfies Flags

/** Further flags of `start`, which `exec` does not have. */
export const startFlags = {
  watch: { about: 'Load the scenario again when its file changes' },
  log: { choices: ['pretty', 'json', 'silent'], default: 'pretty', about: 'Format of the request log' },
  open: { about: 'Open the inspector in a browser' },
} as const satisfies Flags

/** Settings from the flags of the commands that serve; times in milliseconds. */
export type ServerSettings = FlagSettings<typeof serverFlags>

/** Requires flags that go together, and lets none contradict another. */
export function checkServerFlags(settings: ServerSettings): void {
  const { state, stateEvery, tls, tlsCert, tlsKey } = settings
  if (stateEvery !== undefined && state === undefined)
    throw usageError('--state-every says how often --state is saved: start --state FILE --state-every 5s')
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usageError('--tls-cert and --tls-key go together: --tls-cert cert.pem --tls-key key.pem')
  if (tls && tlsCert !== undefined)
    throw usageError('--tls makes a certificate: it cannot be combined with --tls-cert and --tls-key')
}

/** Parses a delay, or a range of delays. */
function delay(text: string): string {
  const [problem] = delayProblems(text)
  if (problem === undefined) return text
  throw usageError(`--delay: ${problem.message}`)
}

/** Parses host names. */
function hostNames(text: string, flag: string): readonly string[] {
  return list(text).map((name) => {
    if (isHostName(name)) return name
    throw usageError(
      `--${flag} takes host names or addresses without scheme and port, such as svc.qa; it was '${name}'`,
    )
  })
}

/** Parses a clock. */
function clock(text: string): ClockChoice {
  if (text === 'virtual' || text === 'real' || parseClockRate(text) !== undefined) return text as ClockChoice
  throw usageError(`--clock takes virtual, real, or a rate such as 60x; it was '${text}'`)
}

/** Parses a number of requests for a period. */
function rateLimit(text: string): string {
  if (parseRate(text) !== undefined) return text
  throw usageError(`--rate-limit takes requests for a period, such as 5/s, 100/m or 10/30s; it was '${text}'`)
}

/** Parses the share of the requests that chaos meets. */
function chaos(text: string): string {
  if (parseChaos(text) !== undefined) return text
  throw usageError(`--chaos takes a share of the requests, such as 5%, writes:2% or reads:0.5%; it was '${text}'`)
}

/** Parses the statements of `--broken`. */
function clausesToBreak(text: string): Promise<readonly string[]> {
  return readVariants('broken', text, `${ownCommand} clauses lists all clauses`)
}

/** Parses the alternatives of `--otherwise`; `none` is an empty list. */
async function alternativesToAnswerBy(text: string): Promise<readonly string[]> {
  if (text.trim() === 'none') return []
  return readVariants('otherwise', text, `${ownCommand} clauses --assumptions lists all alternatives`)
}

async function readVariants(setting: VariantSetting, text: string, help: string): Promise<readonly string[]> {
  const { unknownVariant } = await import('../../emulator/engine/world/rules.ts')
  const ids = list(text)
  const [problem] = ids.flatMap((id) => unknownVariant(setting, id, []))
  if (problem !== undefined) throw usageError(`--${setting}: ${problem.message} (${help})`)
  return ids
}

const names = Object.keys(defaultBounds) as (keyof Bounds)[]

/** The value of `--bounds`: `records=1000000,worlds=10`. */
export function parseBounds(text: string): Partial<Bounds> {
  return Object.fromEntries(text.split(',').map((part) => parseBound(part.trim())))
}

function parseBound(part: string): [keyof Bounds, number] {
  const [name = '', value = ''] = part.split('=')
  if (!(names as string[]).includes(name)) {
    throw usageError(
      `--bounds takes ${choiceText(names)}, each with a number such as records=1000000; it was '${part}'${didYouMean(name, names)}`,
    )
  }
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0
  if (number > 0) return [name as keyof Bounds, number]
  throw usageError(`--bounds ${name} takes an integer above 0; it was '${value}'`)
}
