import { ApiError } from '../../../contract/api-error.ts'
import { decodeHeader } from '../../checking/header-text.ts'
import { hasDoubledKey } from '../../checking/doubled-keys.ts'
import { jsonParts, MAX_FIELDS, MAX_LEVELS, tooManyFields } from '../../checking/json-parts.ts'
import { lostNumbers, type LostNumber } from '../../checking/lost-number.ts'
import { describe } from '../../checking/problems.ts'
import type { Exchange } from '../exchange.ts'
import { findLimit } from '../limits.ts'
import { encodingText, howToSend, isIdentity } from '../rest/body-headers.ts'
import { asciiJson } from './binary.ts'
import type { Unit } from './definition.ts'
import { isObject, type Fields } from '../../checking/is-object.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Refusal of a request with a wrong shape. */
export function wrongShape(message: string): ApiError {
  return new ApiError('invalid_request_body', message, { cites: ['A-342'] })
}

/** Parses the JSON object of a request as far as possible, for refusals that come before its shape is checked. */
export function rawBody({ request }: Exchange): Fields {
  try {
    const text = utf8.decode(request.body ?? new Uint8Array(0))
    // Such a body is refused unparsed later: it is not parsed here either.
    if (jsonParts(text).fields > MAX_FIELDS) return {}
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return {}
  }
}

/** Reads the JSON body of a request; an empty one is `{}`. Throws `ApiError` (400, 413, 415). */
export function readJsonBody(exchange: Exchange, unit: Unit): unknown {
  const { body } = exchange.request
  refuseEncoded(exchange)
  checkSize(exchange, 'request_body_bytes')
  if (body === null || body.length === 0) return {}
  const type = exchange.header('content-type')
  if (type !== undefined && !isJson(type)) {
    throw wrongType('endpoint', 'application/json', type)
  }
  if (type === undefined) exchange.citePassed('A-415')
  exchange.cite('service.json-bodies')
  if (body[0] === BYTE_ORDER_MARK) exchange.citePassed('A-399')
  const text = decode(body)
  return text === '' ? {} : parseJson(exchange, unit, text, 'The body')
}

/** First byte of a byte order mark in UTF-8: no JSON begins with it. */
const BYTE_ORDER_MARK = 0xef

function wrongType(what: string, wanted: string, type: string): ApiError {
  const message = `This ${what} takes ${wanted}; the request said '${type}'${howToSend(type, wanted)}.`
  return new ApiError('unsupported_media_type', message, { cites: ['A-344'] })
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
}

/** Reads the JSON request of an upload, which travels in a header. Throws `ApiError` (400, 413, 415). */
export function readUploadRequest(exchange: Exchange, unit: Unit): unknown {
  refuseEncoded(exchange)
  checkSize(exchange, 'upload_bytes')
  const type = exchange.header('content-type')
  if (type !== undefined && !/^application\/octet-stream\s*(?:;|$)/i.test(type)) {
    throw wrongType('upload', 'application/octet-stream', type)
  }
  if (type === undefined && exchange.request.body?.length) exchange.citePassed('A-415')
  const header = exchange.header('x-request-body')
  if (header === undefined) {
    if (exchange.follows('uploads-without-request-body')) return {}
    throw new ApiError(
      'invalid_request_body',
      'An upload carries its JSON request in the header X-Request-Body; it was missing. Send at least {}.',
      { cites: ['A-416'] },
    )
  }
  const text = decodeHeader(header)
  if (text === undefined)
    throw new ApiError('invalid_request_body', `${UPLOAD_HEADER} is not valid UTF-8: escape what is beyond ASCII.`, {
      cites: ['A-25'],
    })
  const value = parseJson(exchange, unit, text, UPLOAD_HEADER)
  const name = 'upload_request_bytes'
  const max = findLimit(exchange.world, name)
  const current = asciiJson(value).length
  if (current <= max) return value
  throw new ApiError(
    'request_too_large',
    `${UPLOAD_HEADER} holds ${current} bytes of JSON in ASCII, as the download sends it; at most ${max} are taken.`,
    { limit: { name, max }, cites: ['A-417'] },
  )
}

const UPLOAD_HEADER = 'The header X-Request-Body'

/** Refuses a body in any encoding but `identity`. */
function refuseEncoded(exchange: Exchange): void {
  const { body, tooLarge } = exchange.request
  const encoding = exchange.header('content-encoding')
  if (encoding === undefined || isIdentity(encoding) || (!tooLarge && !body?.length)) return
  throw new ApiError('unsupported_media_type', encodingText(encoding), { acceptEncoding: 'identity', cites: ['A-88'] })
}

function checkSize(exchange: Exchange, name: 'request_body_bytes' | 'upload_bytes'): void {
  const { body, tooLarge } = exchange.request
  const max = findLimit(exchange.world, name)
  if (!tooLarge && (body === null || body.length <= max)) return
  throw new ApiError('request_too_large', `The body is larger than ${max} bytes.`, {
    limit: { name, max },
    cites: ['A-30'],
  })
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw wrongShape('The body is not valid UTF-8.')
  }
}

function parseJson(exchange: Exchange, unit: Unit, text: string, what: string): unknown {
  const { levels, fields } = jsonParts(text)
  if (fields > MAX_FIELDS && !unit.openBody) throw manyFields(what)
  if (levels > MAX_LEVELS) {
    throw new ApiError('invalid_request_body', `${what} nests deeper than ${MAX_LEVELS} levels.`, { cites: ['A-181'] })
  }
  const value = parse(text, what)
  // The fields of an open body are the caller's own, and have a limit of their own.
  if (fields > MAX_FIELDS && isObject(value) && Object.values(value).some(holdsManyFields)) throw manyFields(what)
  if (hasDoubledKey(text, value)) exchange.citePassed('A-345')
  return value
}

function manyFields(what: string): ApiError {
  return new ApiError('invalid_request_body', `${what} holds ${tooManyFields()}.`, { cites: ['A-181'] })
}

function holdsManyFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const parts = Object.values(value)
  return (!Array.isArray(value) && parts.length > MAX_FIELDS) || parts.some(holdsManyFields)
}

function parse(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw wrongShape(`${what} is not valid JSON: ${(error as Error).message}`)
  }
  for (const lost of lostNumbers(text)) throw lostNumber(lost)
  return value
}

/** Makes the refusal of a number that cannot be kept as it was sent. */
export function lostNumber({ path, message }: Pick<LostNumber, 'path' | 'message'>): ApiError {
  return new ApiError('invalid_request_body', describe({ kind: 'value', path, message }), { cites: ['A-342'] })
}
