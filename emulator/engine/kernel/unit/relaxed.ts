import * as v from 'valibot'
import { boundedParse } from '../../checking/bounded-parse.ts'
import type { Exchange } from '../exchange.ts'
import type { Unit } from './definition.ts'
import type { MutableFields } from '../../checking/is-object.ts'

/**
 * Body for alternatives that accept more (`settings.otherwise`): without unknown fields, without null in
 * optional ones.
 */
export function relaxed(exchange: Exchange, schema: Unit['bodySchema']): Exchange['body'] {
  let { body } = exchange
  if (exchange.follows('null-is-absent')) body = withoutNulls(schema, body)
  if (exchange.follows('unknown-fields-ignored')) body = withoutUnknown(schema, body)
  return body
}

function withoutNulls({ entries }: Unit['bodySchema'], body: Exchange['body']): Exchange['body'] {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const schema = entries[name]
      return value !== null || schema?.type !== 'optional' || v.is(schema as v.GenericSchema, null)
    }),
  )
}

/** Rounds of a check; each names a bounded number of unknown fields. */
const MAX_ROUNDS = 50

function withoutUnknown(schema: Unit['bodySchema'], body: Exchange['body']): Exchange['body'] {
  const kept = structuredClone(body) as MutableFields
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const checked = boundedParse(schema, kept)
    const unknown = checked.success ? [] : checked.issues.filter(({ expected }) => expected === 'never')
    if (unknown.length === 0) break
    for (const { path } of unknown) remove(kept, path?.map(({ key }) => key as string) ?? [])
  }
  return kept
}

function remove(fields: MutableFields, path: readonly string[]): void {
  const last = path.at(-1)
  const holder = path
    .slice(0, -1)
    .reduce<MutableFields | undefined>((at, key) => at?.[key] as MutableFields | undefined, fields)
  if (last !== undefined) delete holder?.[last]
}
