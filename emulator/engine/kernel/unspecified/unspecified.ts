import { type AssumptionId, assumptionTitle, isAssumptionId } from '../../../contract/assumption-titles.ts'
import type * as v from 'valibot'
import { ApiError } from '../../../contract/api-error.ts'
import { observedText } from '../../coverage/observed.ts'
import { clauseCount, statementIds } from '../../coverage/statements.ts'
import { utf8Length } from '../../world/row.ts'
import { assumptionsOf } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'

/** `unspecified: refuse` and `unspecified: warn`. */

type Fields = Readonly<Record<string, unknown>>
type Entries = Readonly<Record<string, v.GenericSchema>>

/** Refuses a unit that only assumptions give (A-70). */
export function refuseAssumed(exchange: Exchange): void {
  const unit = exchange.unit!
  if (!unit.assumed) return
  throw unspecified(unit.id, unit.statements.filter(isAssumptionId))
}

/** Refuses fields of a request that only assumptions give: those that were sent, and those that it would need. */
export function refuseAssumedFields(exchange: Exchange, entries: Entries, values: Fields, place: string): void {
  for (const name in entries) {
    const ids = assumptionsOf(entries[name]!)
    if (ids === undefined || (values[name] === undefined && entries[name]!.type === 'optional')) continue
    throw unspecified(`${place}'${name}' of ${exchange.unit!.id}`, ids)
  }
}

/** Refuses a request without a field that one of several would have to give, where only assumptions give these. */
export function refuseAssumedRules(exchange: Exchange, { rules, bodySchema, id }: Unit): void {
  for (const rule of rules) {
    if (!('oneOf' in rule)) continue
    const ids = rule.oneOf.flatMap((name) => assumptionsOf(bodySchema.entries[name] as v.GenericSchema) ?? [])
    const named = rule.oneOf.map((name) => `'${name}'`).join(' or ')
    if (ids.length > 0) throw unspecified(`the field ${named} of ${id}`, [...new Set(ids)])
  }
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

/** The fields of an answer that the specification documents: nobody can come to rely on the others. */
export function documentedResult(unit: Unit, result: Fields): Fields {
  return documented(unit.returns as Entries, result)
}

/** Bytes that a record of a listing takes on the wire with its documented fields alone. */
export function documentedBytes(unit: Unit, items: string, record: object): number {
  const { item } = unit.returns[items] as { item?: { entries?: Entries } }
  const shown = Object.entries(item?.entries ?? {}).filter(([, schema]) => assumptionsOf(schema) === undefined)
  const kept = Object.fromEntries(shown.map(([name]) => [name, (record as Fields)[name]]))
  return utf8Length(`${JSON.stringify(kept)},`)
}

function documented(entries: Entries, fields: Fields): Fields {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    const schema = entries[name]
    if (schema !== undefined && assumptionsOf(schema) !== undefined) continue
    kept[name] = documentedValue(schema, fields[name])
  }
  return kept
}

function documentedValue(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const { entries, item } = (schema ?? {}) as { entries?: Entries; item?: v.GenericSchema }
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => documentedValue(item, each))
  return entries === undefined || typeof value !== 'object' || value === null
    ? value
    : documented(entries, value as Fields)
}

/** Tells of each assumption that an answer is the first of its world to rely on. */
export function warnAssumptions(exchange: Exchange): void {
  const { host, unit, citations } = exchange
  const { reliedOn } = host
  for (const position of citations.positions) {
    if (position < clauseCount || reliedOn.has(position)) continue
    reliedOn.add(position)
    const id = statementIds[position] as AssumptionId
    const asked = unit?.id ?? exchange.request.url.split('?', 1)[0]!
    const seen = observedText(host.observed, id)
    host.warn(`unspecified: ${asked} relies on ${id} (${assumptionTitle(id)})${seen === undefined ? '' : `, ${seen}`}`)
  }
}
