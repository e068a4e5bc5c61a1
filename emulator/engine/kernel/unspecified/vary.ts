import type * as v from 'valibot'
import type { ApiError, LimitObject } from '../../../contract/api-error.ts'
import { errors } from '../../../contract/errors.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import { errorText, NO_ID } from '../realtime/json-rpc.ts'
import { rowLimits } from '../page-limit.ts'
import { pageCutter, plainChoices } from '../pagination.ts'
import { rememberCursor } from '../resume.ts'
import { mapFields } from '../unit/binary.ts'
import { isAssumedRpcCode, isFreeCode, isFreeField, isFreeStatus, isFreeSuccess } from './documented-line.ts'
import { Variation } from './variation.ts'
import { answeredId, isIdField, storedIds } from '../../world/vary-ids.ts'
import type { MutableFields } from '../../checking/is-object.ts'

/**
 * Steps of `unspecified: vary`: details that the specification leaves open differ from answer to answer and from seed
 * to seed, while every statement of it still holds.
 */

/** Draws the random numbers for one answer. */
export function beginVariation(exchange: Exchange): void {
  exchange.variation = new Variation(exchange.world.seed, exchange.world.state.varied++)
}

/** Replaces ids in the path by the stored ones, whose shape was varied in answers. */
export function restorePathIds(exchange: Exchange): void {
  exchange.params = storedIds(exchange.world, exchange.params)
}

/** Replaces ids in a body by the stored ones, whose shape was varied in answers. */
export function restoreBodyIds(exchange: Exchange): void {
  exchange.body = storedIds(exchange.world, exchange.body)
}

/** Cuts pages of any size, in any order where none is promised; "roughly 1 MB" is some bytes more or less. */
export const cutVariedPage = pageCutter({
  ...plainChoices,
  budget: ({ variation, world }) => variation!.roughly(world.settings.unpaginated_bytes),
  standardLimit: ({ variation, world }, shape) => {
    const { standard, maximum } = rowLimits(world, shape)
    return shape.place === 'query' ? standard : 1 + variation!.below(maximum)
  },
  rows: ({ variation }, limit) => 1 + variation!.below(limit),
  hasTrailingPage: ({ variation }) => variation!.flip(),
  ordered: ({ variation }, items) => variation!.shuffled(items),
})

/** Varies the fields of an answer where the specification leaves them open. */
export function varyFields(exchange: Exchange): void {
  const unit = exchange.unit!
  exchange.result = mapFields(exchange.result, (fields) => variedResult(exchange, unit, fields))
  // The id of a record that was deleted comes back in its answered shape, which cannot be resolved any more.
  if (unit.page?.kind === 'record')
    rememberCursor(exchange, (exchange.result as MutableFields)[`last_${unit.page.noun}_id`])
}

/** Gives an answer of the REST API another status of its class, other prose and other spacing. */
export function varyAnswer(exchange: Exchange): void {
  const { failure, unit, world, variation } = exchange
  const response = exchange.response!
  if (failure?.foreign !== undefined || typeof response.body !== 'string') return
  let { status } = response
  let body = JSON.parse(response.body) as MutableFields
  if (failure === undefined) status = variedSuccess(variation!, unit!)
  else if (!failure.injected) {
    body = { ...body, ...variedRefusal(exchange, failure) }
    const isSet = Object.hasOwn(world.settings.statuses, failure.code)
    if (!isSet) status = variedStatus(variation!, failure)
  }
  // Whitespace is free, but a page of roughly 1 MB keeps its size.
  const indent = unit?.page === undefined ? variation!.below(3) : 0
  exchange.response = { ...response, status, body: JSON.stringify(body, null, indent) }
}

/** Gives a refusal of a call another code where none is stated, and other prose. */
export function varyCallAnswer(exchange: Exchange): void {
  const { failure, call, unit, variation } = exchange
  const isUnknownMethod = unit === undefined && failure?.code === 'endpoint_not_found'
  if (failure === undefined || failure.injected || isUnknownMethod) return
  const { error } = JSON.parse(exchange.response!.body as string) as { error: { data: MutableFields } }
  const { message, ...fields } = variedRefusal(exchange, failure)
  const code = variedRpcCode(variation!, failure.rpc)
  const body = errorText(call!.id ?? NO_ID, { code, message, data: { ...error.data, ...fields } })
  exchange.response = { ...exchange.response!, body }
}

/** Codes that a service might use instead for a refusal with this status; the specification names none of them. */
const otherCodes: Readonly<Record<number, readonly string[]>> = {
  401: ['unauthorized', 'invalid_credentials'],
  404: ['not_found', 'resource_missing'],
  405: ['wrong_method', 'method_not_supported'],
  409: ['conflict', 'state_conflict'],
  413: ['payload_too_large', 'body_too_large'],
  415: ['unsupported_type', 'wrong_content_type'],
  500: ['server_error', 'unexpected_failure'],
}

/**
 * Fields of a refusal: another code of the same class where the specification names none, other prose, and less of its
 * limit.
 */
function variedRefusal(exchange: Exchange, failure: ApiError): { error: string; message: string; limit?: LimitObject } {
  const { code, status, limit } = failure
  const variation = exchange.variation!
  const shown = limit && variedLimit(exchange, limit)
  const error = isFreeCode(code) ? variation.pick([code, ...(otherCodes[status] ?? [])]) : code
  return { error, message: variedProse(variation, failure), ...(shown && { limit: shown }) }
}

/** Leaves out assumed fields of a limit object: all but its name. */
function variedLimit({ world, variation }: Exchange, { name, ...others }: LimitObject): LimitObject {
  if (!world.settings.omit_fields) return { name, ...others }
  return { name, ...Object.fromEntries(Object.entries(others).filter(() => variation!.flip())) }
}

/**
 * Client errors for variation, without those that HTTP libraries act on (408, 425, 429) or that mean something to
 * clients (401, 403, 404).
 */
const clientErrors = [400, 406, 409, 412, 422] as const
const serverErrors = [500, 502, 503] as const

/** Picks a status of the same class, where the specification states none. */
export function variedStatus(variation: Variation, { code, status }: ApiError): number {
  // A client can only tell wrong credentials from a wrong request by the status, before it knows that the answer is an
  // envelope.
  if (!isFreeStatus(code)) return status
  if (status >= 500) return status === 501 ? status : variation.pick(serverErrors)
  return variation.pick([status, ...clientErrors])
}

/** Picks a status 2xx; for a definition check the specification says 200. */
export function variedSuccess(variation: Variation, unit: Unit): number {
  return isFreeSuccess(unit) ? variation.pick([200, 201, 202]) : 200
}

/** Picks another message: prose may change at any time, and clients depend on `error` alone. */
export function variedProse(variation: Variation, { code, message }: ApiError): string {
  return variation.pick([message, errors[code].message, `Request refused (${code.replaceAll('_', ' ')}).`, '…'])
}

/**
 * Picks a JSON-RPC code of the range for servers. The codes for a refused parameter (-32602) and a server error
 * (-32603) are assumed.
 */
export function variedRpcCode(variation: Variation, rpc: number): number {
  const isAssumed = isAssumedRpcCode(rpc)
  if (isAssumed && variation.flip()) return rpc
  return rpc === -32000 || isAssumed ? -32000 - variation.below(100) : rpc
}

/**
 * Varies the fields of an answer: undocumented fields are added, assumed fields are left out, and keys come in any
 * order.
 */
export function variedResult(exchange: Exchange, unit: Unit, result: MutableFields): MutableFields {
  const { variation, world } = exchange
  const { omit_fields: omits } = world.settings
  const varied: MutableFields = {}
  for (const name of variation!.shuffled(Object.keys(result))) {
    const value = result[name]
    const schema = unit.returns[name] as v.GenericSchema | undefined
    if (schema !== undefined && isFreeField(schema) && omits && variation!.flip()) continue
    if (Array.isArray(value)) varied[name] = variedList(exchange, unit, value, schema)
    else if (isFields(value)) varied[name] = variedRecord(exchange, value, schema)
    else varied[name] = typeof value === 'string' ? answeredId(world, value) : value
  }
  return varied
}

function variedList(
  exchange: Exchange,
  { page }: Unit,
  items: readonly unknown[],
  schema: v.GenericSchema | undefined,
): unknown[] {
  const item = (schema as { item?: v.GenericSchema } | undefined)?.item
  const whole = page?.kind === 'unpaginated' || page?.kind === 'complete'
  return items.map((each) => {
    if (!isFields(each)) return each
    const varied = variedRecord(exchange, each, item)
    return whole ? asLarge(varied, each) : varied
  })
}

/** Pads a record to its size before: for whole listings, the specification says how many bytes are read. */
function asLarge(varied: MutableFields, record: MutableFields): MutableFields {
  const missing = JSON.stringify(record).length - JSON.stringify(varied).length - ',"padding":""'.length
  return missing < 0 ? varied : { ...varied, padding: '.'.repeat(missing) }
}

/**
 * Varies a record. Its undocumented fields are the same for every caller, as nothing is redacted; the order of keys is
 * free.
 */
function variedRecord(
  { variation, world }: Exchange,
  record: MutableFields,
  schema: v.GenericSchema | undefined,
): MutableFields {
  const entries = (schema as { entries?: Readonly<Record<string, v.GenericSchema>> } | undefined)?.entries
  // A map by name, such as limits, is no record: a further field would be a further entry.
  if (entries === undefined)
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'string' && isIdField(name) ? answeredId(world, value) : value,
      ]),
    )
  const own = new Variation(world.seed, hash32(String(record['id'] ?? JSON.stringify(record))))
  const names = Object.keys(entries).filter((name) => {
    const kept = !isFreeField(entries[name]) || !world.settings.omit_fields || own.flip()
    return kept && name in record
  })
  const unknown: MutableFields = {}
  for (const name of own.shuffled(unknownNames).slice(0, own.below(3)))
    if (!(name in record)) unknown[name] = own.pick(unknownValues)
  const varied: MutableFields = {}
  for (const name of variation!.shuffled([...names, ...Object.keys(unknown)])) {
    const stored = name in record ? record[name] : unknown[name]
    const value = name === 'key_prefix' ? prefixOfAnyLength(own, stored) : stored
    varied[name] = typeof value === 'string' && isIdField(name) ? answeredId(world, value) : value
  }
  return varied
}

/** Prefix with another number of characters of the secret, which is assumed. */
function prefixOfAnyLength(own: Variation, prefix: unknown): unknown {
  return typeof prefix === 'string' ? `${prefix.slice(0, 3 + own.below(6)).replace(/\*+$/, '')}***` : prefix
}

const unknownNames = ['etag', 'links', 'updated_at', 'x_internal', 'tier', 'labels'] as const
const unknownValues: readonly [unknown, ...unknown[]] = [null, true, 0, 'unknown', [], { nested: { deeply: [1] } }]

function hash32(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  return hash
}

function isFields(value: unknown): value is MutableFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
