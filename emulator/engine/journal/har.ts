import { statusText } from '../faults/answer-body.ts'
import { VERSION } from '../../contract/version.ts'
import { plural } from '../checking/plural.ts'
import type { ChangeEntry, JournalEntry, TimelineEntry } from './journal-entry.ts'

interface NameValue {
  readonly name: string
  readonly value: string
}

/** Yields the text of an HTTP archive (HAR 1.2) around the texts of its entries. `comment` is read after them. */
export function* harText(entries: Iterable<string>, comment: () => string | undefined): Generator<string, void> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'svc-emulator', version: VERSION })},"entries":`
  yield* entries
  const text = comment()
  yield text === undefined ? '}}' : `,"comment":${JSON.stringify(text)}}}`
}

/** Entries of an archive, made as they are read. Changes that no request made are comments on the request after them. */
export class HarEntries implements Iterable<object> {
  /** Changes after the last request, when all entries have been read. */
  rest: string | undefined
  readonly #entries: Iterable<TimelineEntry>
  readonly #base: string

  /** `base` precedes the path of each request: `http://127.0.0.1:4010`. */
  constructor(entries: Iterable<TimelineEntry>, base: string) {
    this.#entries = entries
    this.#base = base
  }

  *[Symbol.iterator](): Generator<object, void> {
    let lines: string[] = []
    const comment = () => (lines.length === 0 ? undefined : lines.join('\n'))
    for (const entry of this.#entries) {
      if ('did' in entry) lines.push(describeEntry(entry))
      if (entry.request === null) continue
      yield { ...harEntry(entry, this.#base), ...(lines.length > 0 && { comment: comment() }) }
      lines = []
    }
    this.rest = comment()
  }
}

function describeEntry({ number, at, did, entry, more }: ChangeEntry): string {
  const where = entry === undefined ? '' : `, at entry ${entry}`
  return `Entry ${number}, ${at}${where}: ${did}${more === undefined ? '' : `, and ${plural(more, 'more change')}`}`
}

/**
 * Converts an exchange to an entry of an archive, in world time and without secrets. `base` precedes its path:
 * `http://127.0.0.1:4010`. Calls on a socket become messages of a realtime connection, as browsers export them
 * (`_webSocketMessages`). `_svc` holds the statements that decided the answer.
 */
function harEntry(entry: JournalEntry, base: string): object {
  const {
    number,
    at,
    via,
    unit,
    caller,
    error,
    delivery,
    request,
    response,
    duration,
    clauses,
    assumptions,
    triggers,
    notes,
  } = entry
  const time = duration.world_ms + duration.real_ms
  return {
    startedDateTime: at,
    time,
    request: harRequest(request, via, base),
    response: harResponse(via === 'socket' ? upgraded : response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(via === 'socket' && { _resourceType: 'websocket', _webSocketMessages: listMessages(entry) }),
    ...(response === null && { _error: 'no answer' }),
    _svc: {
      number,
      unit,
      caller,
      error,
      ...(delivery !== undefined && { delivery }),
      clauses,
      assumptions,
      triggers,
      notes,
    },
  }
}

/** Answer to the upgrade that opened the socket of a call. */
const upgraded: NonNullable<JournalEntry['response']> = {
  status: 101,
  headers: { connection: 'Upgrade', upgrade: 'websocket' },
  body: null,
}

function harRequest(
  { method, url, headers, body }: JournalEntry['request'],
  via: JournalEntry['via'],
  base: string,
): object {
  const isCall = via === 'socket'
  const text = isCall ? undefined : bodyText(body)
  return {
    method,
    url: asUri(`${isCall ? base.replace(/^http/, 'ws') : base}${url}`),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listed(headers),
    queryString: parseQuery(url),
    headersSize: -1,
    bodySize: isCall ? 0 : bodySize(body),
    ...(text !== undefined && { postData: { mimeType: headers['content-type'] ?? '', text } }),
  }
}

function harResponse(response: JournalEntry['response']): object {
  const { status, headers, body: made, unsent } = response ?? { status: 0, headers: {}, body: null }
  const body = unsent === undefined ? made : null
  const text = bodyText(body)
  return {
    status,
    statusText: status === 0 ? '' : statusText(status),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listed(headers),
    content: { size: bodySize(body), mimeType: headers['content-type'] ?? '', ...(text !== undefined && { text }) },
    redirectURL: headers['location'] ?? '',
    headersSize: -1,
    bodySize: bodySize(body),
  }
}

/** Encodes redacted secrets and raw characters, which are not allowed in a URI. */
function asUri(url: string): string {
  return url.replace(/[^\w!#$%&'()*+,/:;=?@.~-]/gu, (char) =>
    /[\ud800-\udfff]/.test(char) && char.length === 1 ? '%EF%BF%BD' : encodeURIComponent(char),
  )
}

/** The call and its answer as socket messages in the format of browsers; times are seconds since 1970. */
function listMessages({ at, unit, request, response, duration }: JournalEntry): object[] {
  const started = Date.parse(at) / 1000
  const call = { jsonrpc: '2.0', method: unit, params: request.body }
  const sent = { type: 'send', time: started, opcode: 1, data: JSON.stringify(call) }
  if (response === null || response.unsent === 'all') return [sent]
  return [
    sent,
    {
      type: 'receive',
      time: started + (duration.world_ms + duration.real_ms) / 1000,
      opcode: 1,
      data: bodyText(response.body) ?? '',
    },
  ]
}

/** Text of a body; undefined for none, and for a binary one. */
function bodyText(body: unknown): string | undefined {
  if (body === null || binarySize(body) !== undefined) return undefined
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function bodySize(body: unknown): number {
  return binarySize(body) ?? new TextEncoder().encode(bodyText(body) ?? '').length
}

/** The journal represents binary content as `{bytes}`. */
function binarySize(body: unknown): number | undefined {
  const { bytes, ...others } = (typeof body === 'object' && body !== null ? body : {}) as { bytes?: unknown }
  return typeof bytes === 'number' && Object.keys(others).length === 0 ? bytes : undefined
}

function listed(headers: Readonly<Record<string, string>>): NameValue[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function parseQuery(url: string): NameValue[] {
  return [...new URLSearchParams(url.split('?', 2)[1] ?? '')].map(([name, value]) => ({ name, value }))
}
