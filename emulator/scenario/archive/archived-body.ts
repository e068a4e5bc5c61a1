import * as v from 'valibot'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { isForm } from '../record/exchange.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { contentBytes, isJsonType } from './content.ts'
import { asFields, readPairs } from './entry.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

type Headers = Readonly<Record<string, string>>

const nothing = new Uint8Array(0)

/**
 * The body of a request, which programs archive as text, base64 or parameters; undefined if the archive does not have
 * all of it.
 */
export function readBody(request: Fields, headers: Headers, unit: Unit): Uint8Array | undefined {
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
