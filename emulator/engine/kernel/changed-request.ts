import { losesNumber } from '../checking/lost-number.ts'
import type { Exchange } from './exchange.ts'
import type { Unit } from './unit/definition.ts'
import type { Fields } from '../checking/is-object.ts'

/** Changes path parameters, query and body of a request whose unit is known. */
export function changeRequest(exchange: Exchange, input: Fields): void {
  const unit = exchange.unit!
  const { params, request } = exchange
  exchange.params = { ...params, ...pick(input, (name) => Object.hasOwn(params, name)) }
  const query = pick(input, (name) => unit.querySchema !== undefined && Object.hasOwn(unit.querySchema.entries, name))
  const body = pick(input, (name, value) => value === undefined || Object.hasOwn(unit.bodySchema.entries, name))
  exchange.request = { ...request, url: withQuery(request.url, query), body: withFields(request.body, body) }
}

/** Parameters of a call with changes. */
export function changedParams(unit: Unit, params: Fields, input: Fields): Fields {
  return merged(
    params,
    pick(input, (name, value) => value === undefined || Object.hasOwn(unit.bodySchema.entries, name)),
  )
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
    const text = body === null || body.length === 0 ? '{}' : decoder.decode(body)
    // The kernel refuses such a number, with its place.
    if (losesNumber(text)) return body
    const sent: unknown = JSON.parse(text)
    return encoder.encode(JSON.stringify(merged(sent as Fields, changes)))
  } catch {
    return body
  }
}
