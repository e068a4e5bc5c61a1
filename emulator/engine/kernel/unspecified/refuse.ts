import { type AssumptionId, assumptionTitle, isAssumptionId } from '../../../contract/assumption-ids.ts'
import type * as v from 'valibot'
import { ApiError, type LimitObject } from '../../../contract/api-error.ts'
import { errorFacts, isAssumedCode } from '../../../contract/errors.ts'
import { utf8Length } from '../../world/row.ts'
import { cites } from '../../coverage/citation-set.ts'
import { findAssumptions } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import { pageCutter, plainChoices } from '../pagination.ts'
import { mapFields } from '../unit/binary.ts'
import type { Fields } from '../../checking/is-object.ts'

/** Steps of `unspecified: refuse`, which answers only what the specification shows. */

type SchemaEntries = Readonly<Record<string, v.GenericSchema>>

/** Refuses a unit that only assumptions give. */
export function refuseAssumed(exchange: Exchange): void {
  const unit = exchange.unit!
  if (!unit.assumed) return
  throw unspecified(unit.id, unit.statements.filter(isAssumptionId))
}

/** Refuses query parameters that only assumptions give, whether they were sent or would be needed. */
export function refuseAssumedQuery({ unit, query }: Exchange): void {
  if (unit!.querySchema !== undefined) refuseFields(unit!, unit!.querySchema.entries, query, 'the query parameter ')
}

/** Refuses fields of a body that only assumptions give, whether they were sent or would be needed. */
export function refuseAssumedBody({ unit, body }: Exchange): void {
  if (typeof body !== 'object' || body === null) return
  const { id, rules, bodySchema } = unit!
  refuseFields(unit!, bodySchema.entries, body, 'the field ')
  for (const rule of rules) {
    if (!('oneOf' in rule)) continue
    const ids = rule.oneOf.flatMap((name) => findAssumptions(bodySchema.entries[name] as v.GenericSchema) ?? [])
    const named = rule.oneOf.map((name) => `'${name}'`).join(' or ')
    if (ids.length > 0) throw unspecified(`the field ${named} of ${id}`, [...new Set(ids)])
  }
}

function refuseFields({ id }: Unit, entries: SchemaEntries, values: Fields, place: string): void {
  for (const name in entries) {
    const ids = findAssumptions(entries[name]!)
    if (ids === undefined || (values[name] === undefined && entries[name]!.type === 'optional')) continue
    throw unspecified(`${place}'${name}' of ${id}`, ids)
  }
}

/** Statuses that mean the same in all modes: wrong credentials, and unspecified behaviour. */
const keptStatuses: ReadonlySet<number> = new Set([401, 501])

/**
 * Reduces a refusal to its documented parts: a limit to its name. A refusal that rests on assumptions alone is itself
 * refused.
 */
export function keepDocumentedRefusal(exchange: Exchange): void {
  const { failure } = exchange
  // Faults may make up any answer, and a defect of the emulator is not the service's behaviour.
  if (failure === undefined || failure.injected || failure.foreign !== undefined || failure.cause !== undefined) return
  if (failure.limit !== undefined) exchange.failure = withLimit(failure, { name: failure.limit.name })
  else if (isAssumed(exchange, failure)) {
    const { code } = failure
    const what = isAssumedCode(code) ? `the code '${code}'` : `that such a request is refused with '${code}'`
    exchange.failure = unspecified(what, [...new Set(restsOn(failure).filter(isAssumptionId))])
  }
}

function withLimit({ code, message, cites = [], extra = {} }: ApiError, limit: LimitObject): ApiError {
  return new ApiError(code, message, { cites, extra, limit })
}

/** Checks that a refusal rests on assumptions alone, whether or not its code is a documented one. */
function isAssumed({ via, unit }: Exchange, failure: ApiError): boolean {
  if (keptStatuses.has(failure.status) || errorFacts(failure.code).source === 'emulator') return false
  // JSON-RPC has a code of its own for an unknown method.
  const isUnknownMethod = via === 'socket' && unit === undefined
  const rests = restsOn(failure)
  return !isUnknownMethod && rests.length > 0 && rests.every(isAssumptionId)
}

/** Statements that a refusal rests on. The statement of its code counts if it describes the case. */
function restsOn({ code, cites = [] }: ApiError): readonly string[] {
  const { source, severalCases } = errorFacts(code)
  return severalCases === true ? cites : [source, ...cites]
}

/**
 * Refuses, before it is performed, a request whose meaning is an assumption: with two credentials, in another spelling,
 * with unknown query parameters, or with `me` in a place that the specification does not name.
 */
export function refuseAssumedRequest({ citations }: Exchange): void {
  const ids = (['A-56', 'A-361', 'A-346', 'A-347'] as const).filter((id) => cites(citations, id))
  if (ids.length > 0) throw unspecified('such a request', ids)
}

/** Makes the refusal of something that only assumptions give. */
export function unspecified(what: string, ids: readonly AssumptionId[]): ApiError {
  const named = ids.map((id) => `${id} (${assumptionTitle(id)})`).join(', ')
  return new ApiError(
    'unspecified_behaviour',
    `The specification does not show ${what}; only this emulator's assumptions do: ${named}.`,
    {
      cites: ids,
      extra: { assumptions: ids },
    },
  )
}

/** Leaves out fields of an answer that only assumptions give, so that clients cannot come to rely on them. */
export function keepDocumented(exchange: Exchange): void {
  exchange.result = mapFields(exchange.result, (fields) => documentedResult(exchange.unit!, fields))
}

/** Fields of an answer that the specification documents. */
export function documentedResult(unit: Unit, result: Fields): Fields {
  return documented(unit.returns as SchemaEntries, result)
}

/** Cuts pages by the bytes of documented fields, as other fields are left out. */
export const cutDocumentedPage = pageCutter({
  ...plainChoices,
  measure: ({ unit }, { items }) => {
    return ({ record }) => documentedBytes(unit!, items, record)
  },
})

/** Bytes of a record of a listing on the wire, with its documented fields alone. */
function documentedBytes(unit: Unit, items: string, record: object): number {
  const { item } = unit.returns[items] as { item?: { entries?: SchemaEntries } }
  const shown = Object.entries(item?.entries ?? {}).filter(([, schema]) => findAssumptions(schema) === undefined)
  const kept = Object.fromEntries(shown.map(([name]) => [name, (record as Fields)[name]]))
  return utf8Length(`${JSON.stringify(kept)},`)
}

function documented(entries: SchemaEntries, fields: Fields): Fields {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    const schema = entries[name]
    if (schema !== undefined && findAssumptions(schema) !== undefined) continue
    kept[name] = documentedValue(schema, fields[name])
  }
  return kept
}

function documentedValue(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const { entries, item } = (schema ?? {}) as { entries?: SchemaEntries; item?: v.GenericSchema }
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => documentedValue(item, each))
  return entries === undefined || typeof value !== 'object' || value === null
    ? value
    : documented(entries, value as Fields)
}
