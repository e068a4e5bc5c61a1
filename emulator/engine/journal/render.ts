import { defectText } from './report-defect.ts'
import { citedStatements } from '../coverage/citation-set.ts'
import { deeperThan } from '../checking/depth.ts'
import { MAX_LEVELS } from '../checking/json-parts.ts'
import { addedDelay } from '../faults/plan.ts'
import { findDelivery, refusalCode } from './facts.ts'
import { isoTime } from '../world/clock.ts'
import {
  isExchange,
  type JournaledResponse,
  type KeptChange,
  type KeptEntry,
  type KeptExchange,
  type KeptWork,
} from './entry.ts'
import type { ChangeEntry, JournalEntry, TimeEntry, TimelineEntry } from './journal-entry.ts'
import { redactHeaders, redactJson, redactText, redactUrl } from './redact.ts'

/** Hides secrets in a text by their values. */
type Hide = (text: string) => string

const hideNone: Hide = (text) => text

/** Renders an entry of any kind, with the name of its world on a server. */
export function renderEntry(entry: KeptEntry, hide: Hide, world?: string): TimelineEntry {
  const shown = renderKind(entry, hide)
  return world === undefined ? shown : { ...shown, world }
}

function renderKind(entry: KeptEntry, hide: Hide): TimelineEntry {
  if (isExchange(entry)) return render(entry, hide)
  if (entry.via === 'time') return renderWork(entry)
  const change = renderChange(entry)
  return { ...change, did: hide(change.did) }
}

/** Renders an exchange. Secrets are hidden by their places, and by their values where `hide` knows them. */
export function render(entry: KeptExchange, hide: Hide = hideNone): JournalEntry {
  const { clauses, assumptions } = citedStatements(entry.citations)
  const { user, human } = entry
  const defect = entry.failure?.cause
  const delivery = findDelivery(entry)
  return {
    number: entry.number,
    at: isoTime(entry.worldStart),
    via: entry.via,
    unit: entry.unit?.id ?? null,
    ...(entry.isBeside && { beside: true as const }),
    caller: user?.alias ?? null,
    ...(human !== null && human.id !== user?.id && { acting_for: human.alias }),
    ...(entry.key !== undefined && { key: entry.key }),
    ...(entry.copy !== undefined && { copy: entry.copy }),
    ...(entry.under !== undefined && { under: entry.under }),
    request: renderRequest(entry, hide),
    response: entry.response === undefined ? null : renderResponse(entry, entry.response, hide),
    ...(delivery !== undefined && { delivery }),
    error: refusalCode(entry),
    duration: renderDuration(entry),
    clauses,
    assumptions,
    triggers: [...entry.triggers],
    notes: [...redactNotes(entry, [...clauses, ...assumptions]), ...remarks(entry)].map(hide),
    ...(defect !== undefined && { defect: hide(defectText(defect)) }),
  }
}

function renderDuration({
  arrived,
  arrivedBefore,
  took,
  heldMs,
  leftAfter,
  worldStart,
  worldEnd,
  ...rest
}: KeptExchange) {
  const after = toMicroseconds(arrived - (arrivedBefore ?? arrived))
  const planned = plannedDelay(rest)
  // A client that gave up did not wait for the rest of a delay.
  const waited = leftAfter ?? planned
  const delayed = toMicroseconds(Math.min(planned, waited))
  return {
    world_ms: worldEnd - worldStart,
    real_ms: toMicroseconds(took + waited),
    ...(delayed > 0 && { delayed_ms: delayed }),
    ...(heldMs > 0 && { held_ms: toMicroseconds(heldMs) }),
    ...(after > 0 && { after_ms: after }),
  }
}

function plannedDelay({ via, request, response }: Pick<KeptExchange, 'via' | 'request' | 'response'>): number {
  return response === undefined ? 0 : addedDelay(response, { via, method: request.method })
}

function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

/** Codes whose message explains a mistake of the client. */
const misuse = new Set([
  'unauthenticated',
  'invalid_request_body',
  'invalid_limit',
  'invalid_cursor',
  'method_not_allowed',
  'unsupported_media_type',
  'request_too_large',
  'endpoint_not_found',
])

/** Statements behind such refusals, or behind ignored input. */
const aboutMisuse =
  /^(?:A-7|A-9|A-38|A-344|A-346|A-378|A-386|A-392|A-393|A-396|pagination\.no-query-parameters)$|-refused$|out-of-range$/

function redactNotes(entry: KeptExchange, statements: readonly string[]): string[] {
  return plainNotes(entry, statements).map((note) => redactText(note, entry.unit))
}

function remarks({ request: { note } }: KeptExchange): readonly string[] {
  return note === undefined ? [] : [note]
}

function plainNotes({ notes = [], failure, unit }: KeptExchange, statements: readonly string[]): string[] {
  const about = statements.filter((id) => aboutMisuse.test(id))
  const named = (text: string) => (about.length === 0 ? text : `${text} (${about.join(', ')})`)
  if (failure === undefined || failure.injected || !misuse.has(failure.code))
    return unit === undefined || about.length === 0 ? [...notes] : notes.map(named)
  return notes.length > 0 ? notes.map(named) : [named(failure.message)]
}

function renderRequest(entry: KeptExchange, hide: Hide): JournalEntry['request'] {
  const { request, unit, params } = entry
  return {
    method: request.method,
    url: hide(redactUrl(request.url)),
    headers: hideEach(redactHeaders(request.headers, unit), hide),
    params: hideEach(params, hide),
    body: requestBody(entry, hide),
  }
}

function hideEach<T extends Readonly<Record<string, unknown>>>(values: T, hide: Hide): T {
  const shown = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? hide(value) : value])
  return Object.fromEntries(shown) as T
}

/** Body of a request, or parameters of a call. */
export function requestBody(entry: KeptExchange, hide = hideNone): unknown {
  const { request, unit, call } = entry
  if (call === undefined) return renderBody(request.body, request.headers, unit, hide)
  return nestsTooDeep(entry) ? TOO_DEEP : redactJson(hide(JSON.stringify(call)), unit)
}

/** Placeholder of parameters that were refused unread because they nest too deeply for JSON. */
const TOO_DEEP = `parameters that nest deeper than ${MAX_LEVELS} levels`

export function nestsTooDeep({ call }: KeptExchange): boolean {
  return deeperThan(call, MAX_LEVELS) !== undefined
}

function renderResponse(
  { unit, unsent }: KeptExchange,
  { status, headers, body, faults }: JournaledResponse,
  hide: Hide,
): NonNullable<JournalEntry['response']> {
  return {
    status,
    headers: hideEach(redactHeaders(headers, unit), hide),
    body: renderBody(body, headers, unit, hide),
    ...(unsent !== undefined && { unsent }),
    ...(faults !== undefined && { faults }),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function renderBody(
  body: string | Uint8Array | null,
  headers: readonly string[],
  unit: KeptExchange['unit'],
  hide = hideNone,
): unknown {
  if (body === null || body.length === 0) return null
  const whole = typeof body === 'string' ? body : decodeText(body, headers)
  if (whole === undefined) return { bytes: body.length }
  const text = hide(whole)
  const value = redactJson(text, unit)
  return value === undefined ? redactText(text, unit) : redactMessage(value, unit)
}

/** Redacts the message of a refusal, which may quote unreadable input. */
function redactMessage(body: unknown, unit: KeptExchange['unit']): unknown {
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' ? { ...(body as object), message: redactText(message, unit) } : body
}

function decodeText(body: Uint8Array, headers: readonly string[]): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() === 'content-type' && headers[i + 1]!.startsWith('application/octet-stream'))
      return undefined
  }
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

/** Fields of entries that have no request. */
const noRequest = {
  caller: null,
  request: null,
  response: null,
  error: null,
  duration: { world_ms: 0, real_ms: 0 },
  clauses: [],
  assumptions: [],
  notes: [],
} as const

function renderWork({ number, at, more, work: { task, subject, subject_id: id } }: KeptWork): TimeEntry {
  return {
    number,
    at: isoTime(at),
    via: 'time',
    unit: task,
    work: { table: subject, id },
    ...(more > 0 && { more }),
    ...noRequest,
    triggers: [],
  }
}

function renderChange({ number, via, unit, did, at, triggers, of, more }: KeptChange): ChangeEntry {
  return {
    number,
    at: isoTime(at),
    via,
    unit,
    did,
    ...(of !== undefined && { entry: of }),
    ...(more > 0 && { more }),
    ...noRequest,
    triggers,
  }
}
