import * as v from 'valibot'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { callerIn, TELLING_HEADERS, type HttpExchange, isForm } from '../record/exchange.ts'
import type { Endpoint } from './addresses.ts'
import { asFields, readHeaders, type ArchiveEntry, readPairs } from './entry.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/** Status of an answer from a cache, without body. */
const NOT_MODIFIED = 304

/** A request with its answer; a string is the reason why it is left out. */
export function readHttp(entry: ArchiveEntry, { unit, path }: Endpoint): HttpExchange | string {
  const answer = readAnswer(entry.response)
  if (answer.status >= 300 && answer.status < 400) return 'which were redirected'
  const sent = withType(entry)
  const body = readBody(entry.request, sent, unit)
  if (body === undefined) return 'whose body is not in the archive'
  const telling = TELLING_HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]))
  return {
    kind: 'http',
    caller: callerIn(sent),
    method: entry.method,
    path,
    headers: Object.fromEntries(telling),
    body,
    answer,
  }
}

/** Headers of the request, with the content type from the body if the headers have none. */
function withType({ sent, request }: ArchiveEntry): ArchiveEntry['sent'] {
  const { mimeType } = asFields(request['postData'])
  if (sent['content-type'] !== undefined || typeof mimeType !== 'string' || mimeType === '') return sent
  return { ...sent, 'content-type': mimeType }
}

/** Reads an answer. Aborted requests have the status 0 or no answer in archives. */
function readAnswer(response: ArchiveEntry['response']): HttpExchange['answer'] {
  const status = Number(response['status'])
  const isAnswered = Number.isInteger(status) && status >= 200 && status <= 599 && status !== NOT_MODIFIED
  if (!isAnswered) return { outcome: 'no_answer', status: 0, headers: {}, bytes: new Uint8Array(0) }
  const headers = readHeaders(response['headers'])
  const content = asFields(response['content'])
  const bytes = contentBytes(content) ?? new Uint8Array(0)
  const type = headers['content-type'] ?? content['mimeType']
  // A truncated body cannot be compared.
  const isCut = isJsonType(type) && shallowJson(new TextDecoder().decode(bytes)) === undefined
  return { outcome: 'answered', status, headers, bytes: isCut ? new Uint8Array(0) : bytes }
}

type Headers = Readonly<Record<string, string>>

const nothing = new Uint8Array(0)

/**
 * The body of a request, which programs archive as text, base64 or parameters; undefined if the archive does not have
 * all of it.
 */
function readBody(request: Fields, headers: Headers, unit: Unit): Uint8Array | undefined {
  // HTTP Toolkit writes binary bodies as `_content`.
  const content = [request['postData'], request['_content']].map(asFields)
  const found = content.find(({ text }) => typeof text === 'string' && text !== '')
  if (found !== undefined) return wholeBytes(found, headers)
  const params = readPairs(content[0]!['params'])
  if (params.length > 0) return encodeParams(params, headers)
  return hadBody(request, headers, unit) ? undefined : nothing
}

/** The body of a form; undefined for other types, whose parameters are not the whole body. */
function encodeParams(params: [string, string][], headers: Headers): Uint8Array | undefined {
  if (!isForm(headers)) return undefined
  return new TextEncoder().encode(new URLSearchParams(params).toString())
}

/** Bytes of an archived text, whose characters may be bytes; undefined if it is shorter than the body that was sent. */
function wholeBytes(content: Fields, headers: Headers): Uint8Array | undefined {
  const bytes = contentBytes(content)
  const text = String(content['text'])
  if (bytes === undefined || bytes.length !== encodedLength(text)) return bytes
  const isJson = isJsonType(headers['content-type'] ?? 'application/json')
  if (isJson && shallowJson(text) !== undefined) return bytes
  if (!isJson && text.includes('\uFFFD')) return undefined
  const length = 'content-encoding' in headers ? undefined : readLength(headers)
  if (length === undefined || length === bytes.length) return bytes
  if (length === text.length && !/[^\0-\xFF]/.test(text)) return Uint8Array.from(text, (char) => char.charCodeAt(0))
  return length > bytes.length ? undefined : bytes
}

function encodedLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** True if a request had a body, by its length, or if no length is known, by its type and endpoint. */
function hadBody({ bodySize }: Fields, headers: Headers, { bodySchema, openBody }: Unit): boolean {
  const length = readLength(headers) ?? (typeof bodySize === 'number' && bodySize >= 0 ? bodySize : undefined)
  if (length !== undefined) return length > 0
  if (headers['transfer-encoding'] !== undefined) return true
  const takesBody = openBody || Object.keys(bodySchema.entries).length > 0
  return takesBody && ('content-type' in headers || !v.safeParse(bodySchema, {}).success)
}

function readLength({ 'content-length': length = '' }: Headers): number | undefined {
  return /^\d+$/.test(length) ? Number(length) : undefined
}

/** Decodes a content, `{text, encoding}`; undefined if the text is missing or cannot be decoded. */
function contentBytes({ text, encoding }: Fields): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  if (String(encoding).toLowerCase() !== 'base64') return new TextEncoder().encode(text)
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function isJsonType(type: unknown): boolean {
  return typeof type === 'string' && /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(type)
}
