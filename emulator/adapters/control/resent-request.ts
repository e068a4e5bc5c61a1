import * as v from 'valibot'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { fields } from '../../engine/checking/strict.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Entry } from '../../engine/journal/entry.ts'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { REDACTED } from '../../engine/journal/redact.ts'
import { secretOfUser } from './secret-of-user.ts'
import { withRedacted, withRedactedUrl } from './with-redacted.ts'

type Values = Readonly<Record<string, unknown>>

/** As much as a server reads of it: what a head may have (16 KiB). */
const MAX_URL = 16_384

/** What is changed in a request before it is sent again. A value that the journal shows as `[redacted]` stands for the one that was sent. */
export const requestChanges = fields({
  as: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.description('Alias or id of the user whose key is sent; `none` for no credentials. Default: as it was sent.'),
    ),
  ),
  method: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,20}$/, 'expected the name of an HTTP method'))),
  url: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_URL, `expected at most ${MAX_URL} characters`),
      v.regex(/^\/v1(?:[/?]|$)/, 'expected a path that starts with /v1'),
      v.description('Path and query.'),
    ),
  ),
  headers: v.optional(
    v.pipe(v.record(v.string(), v.nullable(v.string())), v.description('Headers that are set; null takes one away.')),
  ),
  body: v.optional(v.pipe(v.unknown(), v.description('JSON of the body, or the parameters of a call; null for none.'))),
  text: v.optional(v.pipe(v.string(), v.description('In place of `body`: the text of it.'))),
})

export type RequestChanges = v.InferOutput<typeof requestChanges>

const encoder = new TextEncoder()

/** The request of an entry, changed. */
export function changedRequest(emulator: Emulator, { request }: Entry, changes: RequestChanges): WireRequest {
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

/** A call of an entry, changed: its parameters, and the upgrade that says who asks. */
export function changedCall(
  emulator: Emulator,
  { request, call = {} }: Entry,
  { as, body, ...others }: RequestChanges,
): { request: WireRequest; params: Values } {
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
    json.includes(REDACTED) ? JSON.stringify(withRedacted(body, jsonOf(sent), 'changes.body')) : json,
  )
}

function jsonOf(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : (JSON.parse(new TextDecoder().decode(bytes)) as unknown)
  } catch {
    return undefined
  }
}

/** By lower case name, each with the value that was sent; a length or encoding of the old body says nothing of the new one. */
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
