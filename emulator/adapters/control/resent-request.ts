import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { percentDecoded } from '../../engine/checking/percent-decoded.ts'
import { REDACTED } from '../../engine/journal/redact.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { ApiKey } from '../../engine/world/tables/api-keys.ts'
import type { World } from '../../engine/world/world.ts'
import type { CallBody } from '../../host/control-api/call.ts'
import type { resendEntry } from '../../host/control-api/entries.ts'
import { ControlError } from './handler.ts'

/** Changes of a request before it is sent again. */
export type RequestChanges = NonNullable<CallBody<typeof resendEntry>['changes']>

const encoder = new TextEncoder()

/** The request of an entry, changed. */
export function changedRequest(emulator: Emulator, { request }: KeptExchange, changes: RequestChanges): WireRequest {
  if (changes.text !== undefined && changes.body !== undefined)
    throw new EmulatorError('changes: give `body` or `text`, not both')
  const body = changedBody(request.body, changes)
  const headers = changedHeaders(request.headers, changes.headers ?? {})
  if (isObject(changes.body) && !headers.has('content-type')) headers.set('content-type', 'application/json')
  return {
    method: (changes.method ?? request.method).toUpperCase(),
    url: changes.url === undefined ? request.url : withRedactedUrl(changes.url, request.url),
    headers: listed(headers, emulator, changes.as),
    body,
  }
}

/** A call of an entry, changed: its parameters, and the upgrade with its credentials. */
export function changedCall(
  emulator: Emulator,
  { request, call = {} }: KeptExchange,
  { as, body, ...others }: RequestChanges,
): { request: WireRequest; params: Fields } {
  const [wrong] = Object.keys(others)
  if (wrong !== undefined)
    throw new EmulatorError(
      `changes.${wrong}: this is a call on a socket; only \`as\` and \`body\`, its parameters, can be changed`,
    )
  const params = body === undefined ? call : withRedacted(body, call, 'changes.body')
  if (!isObject(params)) throw new EmulatorError('changes.body: expected an object, the parameters of the call')
  return { request: { ...request, headers: listed(changedHeaders(request.headers, {}), emulator, as) }, params }
}

function changedBody(sent: Uint8Array | null, { body, text }: RequestChanges): Uint8Array | null {
  if (text !== undefined) return encoder.encode(text)
  if (body === undefined) return sent
  if (body === null) return null
  const json = JSON.stringify(body)
  return encoder.encode(
    json.includes(REDACTED) ? JSON.stringify(withRedacted(body, parseJson(sent), 'changes.body')) : json,
  )
}

function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}

/**
 * By lower case name, each with the value that was sent; a length or encoding of the old body says nothing of the new
 * one.
 */
function changedHeaders(
  sent: readonly string[],
  changes: Readonly<Record<string, string | null>>,
): Map<string, string> {
  const headers = new Map<string, string>()
  for (let i = 0; i < sent.length; i += 2) {
    const name = sent[i]!.toLowerCase()
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${sent[i + 1]!}` : sent[i + 1]!)
  }
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name)
  for (const [given, value] of Object.entries(changes)) {
    const name = given.toLowerCase()
    if (value === null) headers.delete(name)
    else headers.set(name, withRedacted(value, headers.get(name), `changes.headers.${given}`) as string)
  }
  return headers
}

/** Names and values in turn, with the key of `as` in place of the credentials. */
function listed(headers: Map<string, string>, emulator: Emulator, as: string | undefined): string[] {
  if (as !== undefined) {
    headers.delete('authorization')
    headers.delete('x-api-key')
    if (as !== 'none') headers.set('x-api-key', secretOfUser(hostOf(emulator).world, as))
  }
  return [...headers].flat()
}

/** Replaces each `[redacted]` by the value at the same place of the sent value. `path`: for messages. */
function withRedacted(given: unknown, sent: unknown, path: string): unknown {
  if (typeof given === 'string')
    return given === REDACTED || given.endsWith(` ${REDACTED}`) ? secretIn(sent, path) : given
  if (typeof given !== 'object' || given === null) return given
  const at = (key: string | number): unknown =>
    typeof sent === 'object' && sent !== null ? (sent as Record<string | number, unknown>)[key] : undefined
  if (Array.isArray(given)) return given.map((item, index) => withRedacted(item, at(index), `${path}[${index}]`))
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, withRedacted(value, at(field), `${path}.${field}`)]),
  )
}

/** Replaces `[redacted]` in a path and its query by the sent secrets. */
function withRedactedUrl(given: string, sent: string): string {
  const start = given.indexOf('?')
  if (start < 0) return withRedactedPath(given, sent)
  const pairs = queryPairs(sent)
  const query = given
    .slice(start + 1)
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return percentDecoded(value) === REDACTED ? (secretIn(pairs.get(name), `changes.url, ${name}`) as string) : pair
    })
  return `${withRedactedPath(given.slice(0, start), sent)}?${query.join('&')}`
}

/** A path in which a part that is `[redacted]` is the one that was sent at its place. */
function withRedactedPath(given: string, sent: string): string {
  const parts = sent.split('?', 1)[0]!.split('/')
  return given
    .split('/')
    .map((part, index) => (percentDecoded(part) === REDACTED ? secretIn(parts[index], 'changes.url') : part))
    .join('/')
}

function queryPairs(url: string): Map<string, string> {
  const query = url.split('?', 2)[1] ?? ''
  return new Map(query.split('&').map((pair) => [pair.split('=', 1)[0]!, pair]))
}

function secretIn(sent: unknown, path: string): unknown {
  if (sent !== undefined) return sent
  throw new EmulatorError(`${path}: '${REDACTED}' means the secret of the request, which had none here`)
}

const roles: readonly ApiKey['role'][] = ['admin', 'write', 'read']

/**
 * The secret of a user's key with the highest role, among those with the user as target. It is sent, and never shown.
 */
function secretOfUser(world: World, reference: string): string {
  const user = world.users.find(reference)
  if (user === undefined) {
    const near = nearest(
      reference,
      Array.from(world.users.rows(), ({ record }) => record.alias),
    )
    throw new EmulatorError(
      `changes.as: there is no user '${reference}'${near === undefined ? '' : `, did you mean '${near}'?`}`,
    )
  }
  const keys = [...world.api_keys.candidates({ user_id: user.id })]
    .map(({ record }) => record)
    .filter(({ user_id: id }) => id === user.id)
  const ranked = keys.toSorted((a, b) => rank(a) - rank(b))
  if (ranked[0] !== undefined) return ranked[0].key
  throw new ControlError(
    'no_key',
    `The user '${user.alias}' has no API key in this world: create one (POST /state/api_keys), or set the header yourself.`,
  )
}

function rank({ target, role }: ApiKey): number {
  return (target === 'user' ? 0 : roles.length) + roles.indexOf(role)
}
