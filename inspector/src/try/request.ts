import { percentDecoded } from '../../../emulator/engine/checking/percent-decoded.ts'
import { fieldKind, fieldText, formValues } from '../form/field.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { places, type Place, type TryUnit } from './units.ts'

/** Typed texts by place and field. */
export type Typed = Readonly<Record<Place, Readonly<Record<string, string>>>>

export const nothingTyped: Typed = { path: {}, query: {}, header: {}, body: {} }

/** A request that is ready to be sent. */
export interface Request {
  readonly method: string
  /** Below `/v1`, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or text for a unit with another content type; undefined for no body. */
  readonly body: unknown
}

/** Texts of the documented example. */
export function exampleTexts(unit: TryUnit): Typed {
  const typed = { ...nothingTyped }
  for (const place of places) typed[place] = placeTexts(unit, place, unit.parts[place]?.examples ?? {})
  return typed
}

/** A request as a timeline entry tells it. */
interface Recorded {
  readonly request: Pick<NonNullable<JournalEntry['request']>, 'url' | 'headers' | 'body'> | null
}

/** Texts of the request of a timeline entry. */
export function typedFrom(unit: TryUnit, { request }: Recorded): Typed {
  if (request === null) return nothingTyped
  const body = placeTexts(
    unit,
    'body',
    (unit.bodyType === undefined ? (request.body ?? {}) : { content: request.body }) as Record<string, unknown>,
  )
  if (unit.transport === 'socket') return { ...nothingTyped, body }
  const [path = '', query = ''] = request.url.replace(/^\/v1(?=\/)/, '').split('?', 2)
  const pattern = unit.name.split(' ')[1]!.split('/')
  const given = path.split('/')
  return {
    path: Object.fromEntries(
      pattern.flatMap((part, index) =>
        part.startsWith(':') ? [[part.slice(1), percentDecoded(given[index] ?? '')]] : [],
      ),
    ),
    query: Object.fromEntries(new URLSearchParams(query)),
    header: Object.fromEntries(
      Object.keys(unit.parts.header?.schemas ?? {}).map((name) => [name, request.headers[name.toLowerCase()] ?? '']),
    ),
    body,
  }
}

function placeTexts(unit: TryUnit, place: Place, values: Readonly<Record<string, unknown>>): Record<string, string> {
  const schemas = unit.parts[place]?.schemas ?? {}
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, fieldText(fieldKind(schema), values[name])]),
  )
}

/**
 * Builds the request of a form. Throws `FieldErrors` with a message for each field. Missing required fields are not
 * checked: the service answers with its own error.
 */
export function buildRequest(unit: TryUnit, typed: Typed): Request {
  const [method = 'POST', pattern = ''] = unit.name.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(typed.path[name] ?? ''))
  const query = new URLSearchParams(Object.entries(typed.query).filter(([, text]) => text !== '')).toString()
  const headers = Object.fromEntries(
    Object.entries(typed.header)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, oneLine(text)]),
  )
  return { method, path: query === '' ? path : `${path}?${query}`, headers, body: buildBody(unit, typed) }
}

function buildBody({ parts, bodyType }: TryUnit, { body }: Typed): unknown {
  if (parts.body === undefined) return undefined
  return bodyType === undefined ? formValues(parts.body.schemas, body) : (body['content'] ?? '')
}

/** Parameters of a socket call. */
export function buildParams(unit: TryUnit, typed: Typed): Record<string, unknown> {
  return formValues(unit.parts.body?.schemas ?? {}, typed.body)
}

/** Joins pretty-printed JSON into one line, for a header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
