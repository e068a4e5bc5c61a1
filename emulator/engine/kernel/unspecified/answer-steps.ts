import { Binary } from '../unit/binary.ts'
import type { Exchange } from '../exchange.ts'
import { documentedResult } from './unspecified.ts'
import { variedResult } from './vary.ts'

type Fields = Record<string, unknown>

/** Leaves the fields of an answer out that only assumptions give (`unspecified: refuse`). */
export function keepDocumented(exchange: Exchange): void {
  exchange.result = ofFields(exchange.result, (fields) => documentedResult(exchange.unit!, fields))
}

/** Varies the fields of an answer where the specification leaves them open (`unspecified: vary`). */
export function varyFields(exchange: Exchange): void {
  exchange.result = ofFields(exchange.result, (fields) => variedResult(exchange, exchange.unit!, fields))
}

/** A file stays as it is; its envelope is one like any other. */
function ofFields(result: unknown, change: (fields: Fields) => Fields): unknown {
  if (result === undefined) return undefined
  return result instanceof Binary ? new Binary(result.data, change(result.fields as Fields)) : change(result as Fields)
}
