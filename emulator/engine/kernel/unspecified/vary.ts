import type * as v from 'valibot'
import type { ApiError } from '../../../contract/api-error.ts'
import { errors, factsOf } from '../../../contract/errors.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import { assumptionsOf } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import { Variation } from './variation.ts'
import { answeredId, isIdField } from '../../world/vary-ids.ts'

/**
 * `unspecified: vary`: whatever the specification leaves open differs from answer to answer and from seed to seed, while all
 * that it says still holds. (Pages are varied in pagination.ts, where they are cut.)
 */

type Fields = Record<string, unknown>

/** Not among them: what HTTP libraries act upon by themselves (408, 425, 429), and what clients read a meaning into (401, 403, 404). */
const clientErrors = [400, 406, 409, 412, 422] as const
const serverErrors = [500, 502, 503] as const

/** A status of the same class, where none is stated. */
export function variedStatus(variation: Variation, { code, status }: ApiError): number {
  if (factsOf(code).statusFrom === 'specification') return status
  if (status >= 500) return status === 501 ? status : variation.pick(serverErrors)
  // A client can only tell wrong credentials from a wrong request by the status, before it knows that the answer is an envelope.
  if (code === 'unauthenticated') return status
  return variation.pick([status, ...clientErrors])
}

/** Success is some 2xx; of a definition check the specification says 200. */
export function variedSuccess(variation: Variation, unit: Unit): number {
  return unit.verdict || unit.method === 'GET' ? 200 : variation.pick([200, 201, 202])
}

/** Prose may change at any time: clients key off `error`. */
export function variedProse(variation: Variation, { code, message }: ApiError): string {
  return variation.pick([message, errors[code].message, `Request refused (${code.replaceAll('_', ' ')}).`, '…'])
}

/** A JSON-RPC code of the range that is left to servers. That a refused parameter is -32602, and a server error -32603, is assumed. */
export function variedRpcCode(variation: Variation, rpc: number): number {
  const isAssumed = rpc === rpcErrors.invalid_params.code || rpc === rpcErrors.internal_error.code
  if (isAssumed && variation.flip()) return rpc
  return rpc === -32000 || isAssumed ? -32000 - variation.below(100) : rpc
}

/** The fields of an answer: records with fields nobody documented, without fields that only assumptions give, in any order of keys. */
export function variedResult(exchange: Exchange, unit: Unit, result: Fields): Fields {
  const { variation, world } = exchange
  const { omit_fields: omits } = world.settings
  const varied: Fields = {}
  for (const name of variation!.shuffled(Object.keys(result))) {
    const value = result[name]
    const schema = unit.returns[name] as v.GenericSchema | undefined
    if (schema !== undefined && assumptionsOf(schema) !== undefined && omits && variation!.flip()) continue
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

/** Of a whole listing the specification gives the size: what its records lose in fields they get in one that nobody documented. */
function asLarge(varied: Fields, record: Fields): Fields {
  const missing = JSON.stringify(record).length - JSON.stringify(varied).length - ',"padding":""'.length
  return missing < 0 ? varied : { ...varied, padding: '.'.repeat(missing) }
}

/** Which fields a record has beyond the documented ones is its own, no matter who asks: nothing is redacted. The order of keys is free. */
function variedRecord({ variation, world }: Exchange, record: Fields, schema: v.GenericSchema | undefined): Fields {
  const entries = (schema as { entries?: Readonly<Record<string, v.GenericSchema>> } | undefined)?.entries
  // A map by name, such as limits, is no record: a further field would be a further member.
  if (entries === undefined)
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'string' && isIdField(name) ? answeredId(world, value) : value,
      ]),
    )
  const own = new Variation(world.seed, hashOf(String(record['id'] ?? JSON.stringify(record))))
  const names = Object.keys(entries).filter((name) => {
    const kept = assumptionsOf(entries[name]!) === undefined || !world.settings.omit_fields || own.flip()
    return kept && name in record
  })
  const unknown: Fields = {}
  for (const name of own.shuffled(unknownNames).slice(0, own.below(3)))
    if (!(name in record)) unknown[name] = own.pick(unknownValues)
  const varied: Fields = {}
  for (const name of variation!.shuffled([...names, ...Object.keys(unknown)])) {
    const stored = name in record ? record[name] : unknown[name]
    const value = name === 'key_prefix' ? prefixOfAnyLength(own, stored) : stored
    varied[name] = typeof value === 'string' && isIdField(name) ? answeredId(world, value) : value
  }
  return varied
}

/** A prefix with another number of characters of the secret: how many there are is assumed. */
function prefixOfAnyLength(own: Variation, prefix: unknown): unknown {
  return typeof prefix === 'string' ? `${prefix.slice(0, 3 + own.below(6)).replace(/\*+$/, '')}***` : prefix
}

const unknownNames = ['etag', 'links', 'updated_at', 'x_internal', 'tier', 'labels'] as const
const unknownValues: readonly [unknown, ...unknown[]] = [null, true, 0, 'unknown', [], { nested: { deeply: [1] } }]

function hashOf(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  return hash
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
