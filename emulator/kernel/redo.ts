import type { ApiError } from '../contract/api-error.ts'
import type { Snapshot } from '../world/world.ts'
import type { Caller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import { breaking } from './extras.ts'
import type { Host } from './host.ts'
import type { Unit } from './unit/definition.ts'

type Fields = Readonly<Record<string, unknown>>

/** Another way to do a request than it was sent (settings.broken). */
export interface Redo {
  /** What path parameters, query and body say; a field that is undefined is left out. Fields that the unit does not know are ignored. */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refused with this, whatever it asks. */
  readonly failure?: ApiError
}

/** A request that was answered once, and can be answered again. */
export interface Attempt {
  /** The world before the request. */
  readonly before: Snapshot
  /** Answers it again, from the world as it stands. */
  again(redo: Redo): Exchange
}

/** Answers a request; where the world breaks statements on purpose, the breaker has the last word. */
export function attempt(host: Host, respond: (redo: Redo | undefined) => Exchange): Exchange {
  const mark = host.tracer?.mark()
  const exchange = answered(host, respond)
  exchange.before = mark
  return exchange
}

function answered({ world }: Host, respond: (redo: Redo | undefined) => Exchange): Exchange {
  if (world.settings.broken.length === 0) return respond(undefined)
  const { breakAnswer } = breaking.need()
  const before = world.snapshot()
  return breakAnswer(respond(undefined), { before, again: respond })
}

/** Makes a request of the REST API say something else, once its unit is known. */
export function changeRequest(exchange: Exchange, input: Fields): void {
  const unit = exchange.unit!
  const { params, request } = exchange
  exchange.params = { ...params, ...pick(input, (name) => Object.hasOwn(params, name)) }
  const query = pick(input, (name) => unit.querySchema !== undefined && Object.hasOwn(unit.querySchema.entries, name))
  const body = pick(input, (name, value) => value === undefined || Object.hasOwn(unit.bodySchema.entries, name))
  exchange.request = { ...request, url: withQuery(request.url, query), body: withFields(request.body, body) }
}

/** The parameters of a call, made to say something else. */
export function changedParams(unit: Unit, params: unknown, input: Fields | undefined): unknown {
  if (input === undefined || typeof params !== 'object' || params === null) return params
  return merged(params as Fields, pick(input, (name, value) => value === undefined || Object.hasOwn(unit.bodySchema.entries, name)))
}

function pick(input: Fields, wanted: (name: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => wanted(name, value)))
}

function merged(fields: Fields, changes: Fields): Fields {
  return Object.fromEntries(Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== undefined))
}

function withQuery(url: string, changes: Fields): string {
  if (Object.keys(changes).length === 0) return url
  const [path, text] = url.split('?', 2)
  const query = new URLSearchParams(text ?? '')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  }
  return query.size === 0 ? path! : `${path}?${query.toString()}`
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function withFields(body: Uint8Array | null, changes: Fields): Uint8Array | null {
  if (Object.keys(changes).length === 0) return body
  try {
    const sent: unknown = body === null || body.length === 0 ? {} : JSON.parse(decoder.decode(body))
    return encoder.encode(JSON.stringify(merged(sent as Fields, changes)))
  } catch {
    return body
  }
}
