/** Names for the secrets of a recording. */
import type { World } from '../../engine/world/world.ts'
import { findNamedKey } from '../keys.ts'
import type { NamedKey, NamedKeys } from '../../engine/matching/schema-keys.ts'
import type { Caller } from '../schema-steps.ts'
import { httpOutcome } from '../outcome.ts'
import {
  findSecret,
  isForm,
  type CallExchange,
  type Happening,
  type HttpExchange,
  type RecordedCaller,
} from './exchange.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { eachText, isSecretField } from './fields.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'

interface KeyNames {
  /** The `keys` section of the scenario. */
  readonly keys: NamedKeys
  /** Text to write for each secret of the recording. */
  readonly replacements: ReadonlyMap<string, string>
}

/** Placeholder for a secret that is no key of a caller. */
const HIDDEN = 'not-recorded'
const WRONG = 'wrong-key'

/** Texts that a recording has in place of secrets, beside names of keys. */
export const WRITTEN_FOR_SECRETS = new RegExp(`^(?:${HIDDEN}|${WRONG}(?:-\\d+)?)$`)

/** Collects the secrets of exchanges, and gives them names. */
export class SecretNames {
  /** Secrets of callers. `refused`: all requests with the secret were refused. */
  readonly #callers = new Map<string, { readonly caller: RecordedCaller; refused: boolean }>()
  readonly #answered = new Set<string>()
  readonly #sent = new Set<string>()

  note(exchange: Happening): void {
    if (exchange.kind === 'clock') return
    if (exchange.kind === 'change') return collect(exchange.changes, this.#sent, () => false)
    this.#noteCaller(exchange)
    const answer = exchange.kind === 'http' ? httpOutcome(exchange.answer).body : exchange.answer.frame
    collect(answer, this.#answered, () => false)
    collectSent(exchange, this.#sent)
  }

  /** Names all secrets. A key that `world` knows is named after its owner. */
  names(world: World | undefined): KeyNames {
    const keys: Record<string, NamedKey> = {}
    const replacements = new Map<string, string>()
    for (const [secret, { caller, refused }] of this.#callers) {
      // A secret from an answer becomes a variable. Anywhere else, HIDDEN replaces it.
      if (this.#answered.has(secret)) continue
      const known = world && findNamedKey(world, secret)
      const isWrong = known === undefined && refused
      const plain = isWrong ? WRONG : 'bearer' in (caller as object) ? 'token' : 'key'
      const taken = new Set(replacements.values())
      const name = known ? describeKey(known, taken) : unique(plain, taken)
      replacements.set(secret, name)
      if (!isWrong) keys[name] = known ?? {}
    }
    for (const secret of [...this.#answered, ...this.#sent])
      if (!replacements.has(secret)) replacements.set(secret, HIDDEN)
    return { keys, replacements }
  }

  #noteCaller(exchange: HttpExchange | CallExchange): void {
    const { caller } = exchange
    const secret = findSecret(caller)
    if (secret === undefined) return
    const known = this.#callers.get(secret)
    if (known === undefined) this.#callers.set(secret, { caller, refused: isUnauthenticated(exchange) })
    else known.refused &&= isUnauthenticated(exchange)
  }
}

function unique(base: string, taken: ReadonlySet<string>): string {
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`
  return name
}

/** An unused name for a key: `ada-admin`, `acme-write`, `ada-token`, `ada-as-build-bot`. */
export function describeKey(
  { kind, user, role, target_id: targetId, human }: NamedKey,
  taken: ReadonlySet<string>,
): string {
  const words =
    kind === 'token' ? (human === undefined ? [user, 'token'] : [human, 'as', user]) : [targetId ?? user, role]
  const name = words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return unique(name || 'key', taken)
}

/** True for an answer that refuses the credentials of its caller. */
export function isUnauthenticated(exchange: HttpExchange | CallExchange): boolean {
  return exchange.kind === 'http'
    ? exchange.answer.status === 401
    : exchange.answer.frame?.error?.data?.error === 'unauthenticated'
}

/** Collects secrets in requests: values of stored credentials, and fields such as `password` or `token`. */
function collectSent(exchange: HttpExchange | CallExchange, secrets: Set<string>): void {
  if (exchange.kind === 'call') return collect(exchange.params, secrets, () => false)
  const stored = exchange.path.startsWith('/credentials/')
  const body = new TextDecoder().decode(exchange.body)
  collect(shallowJson(body), secrets, (name) => stored && name === 'value')
  const pairs = [exchange.path.split('?')[1] ?? '', isForm(exchange.headers) ? body : '']
  for (const text of pairs) collect(Object.fromEntries(new URLSearchParams(text)), secrets, () => false)
  for (const header of Object.values(exchange.headers)) collect(shallowJson(header), secrets, () => false)
}

function collect(value: unknown, secrets: Set<string>, also: (name: unknown) => boolean): void {
  if (!isObject(value) && !Array.isArray(value)) return
  eachText(value, (text, path, holder) => {
    if (text !== '' && (isSecretField(path.at(-1), holder) || also(path.at(-1)))) secrets.add(text)
  })
}

/** The `as` of a step. */
export function nameCaller(caller: RecordedCaller, written: (secret: string) => string): Caller {
  if (caller === 'none') return 'none'
  return 'bearer' in caller ? { bearer: written(caller.bearer) } : written(caller.api_key)
}
