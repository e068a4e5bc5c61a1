/** Names for the secrets of a recording. */
import type { World } from '../../engine/world/world.ts'
import { namedKeyOf } from '../keys.ts'
import type { NamedKey, NamedKeys } from '../../engine/matching/schema-keys.ts'
import type { Caller } from '../../engine/matching/schema-steps.ts'
import { httpOutcome } from '../outcome.ts'
import { secretOf, type Exchange, type RecordedCaller } from './exchange.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { eachText, isSecretField } from './fields.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'

export interface KeyNames {
  /** The section of the scenario. */
  readonly keys: NamedKeys
  /** What is written for each secret of the recording. */
  readonly stands: ReadonlyMap<string, string>
}

/** Written where a request held a secret that is nobody's key. */
const HIDDEN = 'not-recorded'

/** A name for each secret: one that tells whose it is where `world` knows it. */
export function keyNames(exchanges: readonly Exchange[], world: World | undefined): KeyNames {
  const keys: Record<string, NamedKey> = {}
  const stands = new Map<string, string>()
  const callers = exchanges.flatMap((exchange) => (exchange.kind === 'clock' ? [] : [exchange.caller]))
  const answered = answeredSecrets(exchanges)
  for (const caller of callers) {
    const secret = secretOf(caller)
    // What an answer gave is a variable; its stand is for where it turns up besides.
    if (secret === undefined || stands.has(secret) || answered.has(secret)) continue
    const known = world && namedKeyOf(world, secret)
    const refused = known === undefined && alwaysRefused(exchanges, secret)
    const name = unique(
      known ? describing(known) : refused ? 'wrong-key' : 'bearer' in (caller as object) ? 'token' : 'key',
      stands,
    )
    stands.set(secret, name)
    if (!refused) keys[name] = known ?? {}
  }
  for (const secret of [...answered, ...sentSecrets(exchanges)]) if (!stands.has(secret)) stands.set(secret, HIDDEN)
  return { keys, stands }
}

function unique(base: string, taken: ReadonlyMap<string, string>): string {
  const names = new Set(taken.values())
  let name = base
  for (let number = 2; names.has(name); number++) name = `${base}-${number}`
  return name
}

/** `ada-admin`, `acme-write`, `ada-token`, `ada-as-build-bot` */
function describing({ kind, user, role, target_id: targetId, human }: NamedKey): string {
  const words =
    kind === 'token' ? (human === undefined ? [user, 'token'] : [human, 'as', user]) : [targetId ?? user, role]
  return (
    words
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'key'
  )
}

function alwaysRefused(exchanges: readonly Exchange[], secret: string): boolean {
  return exchanges.every(
    (exchange) =>
      exchange.kind === 'clock' ||
      secretOf(exchange.caller) !== secret ||
      (exchange.kind === 'http'
        ? exchange.answer.status === 401
        : exchange.answer.frame?.error?.data?.error === 'unauthenticated'),
  )
}

function answeredSecrets(exchanges: readonly Exchange[]): Set<string> {
  const secrets = new Set<string>()
  for (const exchange of exchanges) {
    if (exchange.kind === 'clock') continue
    const answer = exchange.kind === 'http' ? httpOutcome(exchange.answer).body : exchange.answer.frame
    collect(answer, secrets, () => false)
  }
  return secrets
}

/** Secrets inside requests: the value of a stored credential, whatever is called a password or a token. */
function sentSecrets(exchanges: readonly Exchange[]): Set<string> {
  const secrets = new Set<string>()
  for (const exchange of exchanges) {
    if (exchange.kind === 'call') collect(exchange.params, secrets, () => false)
    if (exchange.kind !== 'http') continue
    const stored = exchange.path.startsWith('/credentials/')
    collect(shallowJson(new TextDecoder().decode(exchange.body)), secrets, (name) => stored && name === 'value')
    collect(Object.fromEntries(new URLSearchParams(exchange.path.split('?')[1] ?? '')), secrets, () => false)
  }
  return secrets
}

function collect(value: unknown, secrets: Set<string>, also: (name: unknown) => boolean): void {
  if (!isObject(value) && !Array.isArray(value)) return
  eachText(value, (text, path, holder) => {
    if (text !== '' && (isSecretField(path.at(-1), holder) || also(path.at(-1)))) secrets.add(text)
  })
}

/** `as` of a step. */
export function callerOf(caller: RecordedCaller, written: (secret: string) => string): Caller {
  if (caller === 'none') return 'none'
  return 'bearer' in caller ? { bearer: written(caller.bearer) } : written(caller.api_key)
}
