import { shallowJson } from '../../../engine/checking/lost-number.ts'
import { type Fields, isObject } from '../../../engine/checking/is-object.ts'
import type { Unit } from '../../../engine/kernel/unit/definition.ts'
import type { HttpObservation, SocketObservation } from '../observation.ts'

/** An answer over HTTP or a socket, in parts. */
export interface ParsedAnswer {
  readonly refused: boolean
  /** HTTP status; undefined for a call on a socket. */
  readonly status: number | undefined
  /** Code of a refusal. */
  readonly error: unknown
  readonly message: unknown
  readonly limit: unknown
  /** JSON-RPC code of a refusal. */
  readonly rpcCode: number | undefined
  /** Fields of a success beside `status`. */
  readonly fields: Fields
  /** Documented properties of the envelope or the protocol, by name. */
  readonly traits: Readonly<Record<string, unknown>>
  /** The file of a download. */
  readonly file: Uint8Array | undefined
  /** Bytes of the body, or UTF-16 units of a frame. */
  readonly length: number
}

const decoder = new TextDecoder()

/** Parses an answer over HTTP. */
export function parseHttp({ status, headers, bytes }: HttpObservation, unit: Unit | undefined): ParsedAnswer {
  const isFile = unit?.transfer === 'download' && status < 400
  const text = isFile ? headers['x-response-body'] : decoder.decode(bytes)
  const json = text === undefined ? undefined : shallowJson(text)
  const body = isObject(json) ? json : {}
  const { status: word, ...fields } = body
  const refused = status >= 400 || (word === 'failure' && unit?.verdict !== true)
  const verdict = unit?.verdict === true && !refused ? { verdict: word } : {}
  return {
    refused,
    status,
    error: fields['error'],
    message: fields['message'],
    limit: fields['limit'],
    rpcCode: undefined,
    fields,
    traits: {
      'the body': isFile ? 'a file' : isObject(json) ? 'a JSON object' : 'no JSON object',
      'the envelope in X-Response-Body': isFile ? isObject(json) : undefined,
      '`status`': unit?.verdict === true ? undefined : word,
      'the content type': contentType(headers['content-type']),
      'the fields': Object.keys(body).length === 0 ? 'none at all' : undefined,
      ...verdict,
    },
    file: isFile ? bytes : undefined,
    length: bytes.length,
  }
}

/** Parses the frames for a call: the last is its answer. */
export function parseFrames({ frames, answered }: SocketObservation, unit: Unit | undefined): ParsedAnswer {
  const frame = shallowJson(frames.at(-1) ?? '')
  const { jsonrpc, result, error, ...others } = isObject(frame) ? frame : ({} as Record<string, unknown>)
  const data = isObject(error) && isObject(error['data']) ? error['data'] : {}
  const refused = isObject(error)
  return {
    refused,
    status: undefined,
    error: data['error'],
    message: isObject(error) ? error['message'] : undefined,
    limit: data['limit'],
    rpcCode: isObject(error) && typeof error['code'] === 'number' ? error['code'] : undefined,
    fields: isObject(result) ? result : {},
    traits: {
      '`jsonrpc`': jsonrpc,
      'the id of the call': answered,
      'what the answer holds': ['result', 'error'].filter((name) => isObject(frame) && name in frame).join(' and '),
      'further fields of the frame': Object.keys(others)
        .filter((name) => name !== 'id')
        .join(', '),
      'frames that nothing asked for': Math.max(0, frames.length - 1),
      ...(unit?.verdict === true && !refused && { verdict: isObject(result) ? result['status'] : undefined }),
    },
    file: undefined,
    length: frames.at(-1)?.length ?? 0,
  }
}

/** The media type, or `JSON` for all JSON types. Parameters such as a charset are free. */
function contentType(header: string | undefined): string {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^application\/(?:[\w.-]+\+)?json$/.test(type) ? 'JSON' : type
}
