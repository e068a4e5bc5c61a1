import { findAssumptions, type NestedEntries } from '../../engine/kernel/unit/assumed.ts'
import { isObject, type MutableFields } from '../../engine/checking/is-object.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import { putJson, readJson } from './answered.ts'
import type { Mutator } from './mutator.ts'
import { refilled } from './refilled.ts'

/** Leaves out the fields that the assumption alone gives, in single records and in listings. */
export const omitAssumed: Mutator<'omit-assumed'> = ({ assumption }, exchange, attempt) =>
  refilled(exchange, attempt, (done) => omitFrom(done, assumption!))

function omitFrom(exchange: Exchange, assumption: string): Exchange {
  const json = readJson(exchange)
  const { unit, failure } = exchange
  if (json === undefined || unit === undefined || failure !== undefined) return exchange
  const fields = exchange.via === 'http' ? json : json['result']
  // Another alternative may have made the result null.
  if (isObject(fields)) leaveOut(unit.returns as unknown as NestedEntries, fields, assumption)
  putJson(exchange, json)
  return exchange
}

function leaveOut(entries: NestedEntries, fields: MutableFields, assumption: string): void {
  for (const [name, value] of Object.entries(fields)) {
    const schema = entries[name]
    if (schema === undefined) continue
    if (findAssumptions(schema)?.includes(assumption as never)) delete fields[name]
    const inner = (schema.item ?? schema).entries
    if (inner === undefined) continue
    for (const record of [value].flat())
      if (typeof record === 'object' && record !== null) leaveOut(inner, record as MutableFields, assumption)
  }
}
