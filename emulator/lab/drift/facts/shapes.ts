import * as v from 'valibot'
import { isObject } from '../../../engine/checking/is-object.ts'
import { successRows } from '../../../engine/kernel/rest/envelope.ts'
import { findAssumptions } from '../../../engine/kernel/unit/assumed.ts'
import type { Unit } from '../../../engine/kernel/unit/definition.ts'
import type { SeenPair } from './seen-answer.ts'
import { AS_ASSUMED, type Sighting } from './sighting.ts'

type ShapeSchema = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: ShapeSchema
}

/** Facts about shapes: statuses of successes, and undocumented fields of records. */
export function seeShapes(pair: SeenPair): Sighting[] {
  const { unit, target, twin } = pair
  if (unit === undefined || target.code !== undefined || twin.code !== undefined) return []
  const fields = Object.entries(unit.returns as Readonly<Record<string, ShapeSchema>>)
  return [...seeSuccess(pair, unit), ...fields.flatMap(([name, schema]) => seeRecord(pair, name, schema))]
}

function seeSuccess({ target: { status }, twin }: SeenPair, unit: Unit): Sighting[] {
  if (status === undefined || unit.verdict) return []
  return [
    {
      assumption: successRows(unit).at(-1) ?? 'A-45',
      about: `status of ${unit.id}`,
      observed: status,
      assumed: twin.status,
    },
  ]
}

/** Undocumented fields of records that both sides answer. */
function seeRecord({ target, twin }: SeenPair, name: string, schema: ShapeSchema): Sighting[] {
  const { entries } = schema.item ?? schema
  const [seen, own] = [firstRecord(target.fields[name]), firstRecord(twin.fields[name])]
  if (entries === undefined || seen === undefined || own === undefined) return []
  const [assumption] = Object.values(entries).flatMap((entry) => findAssumptions(entry) ?? [])
  if (assumption === undefined) return []
  const isUndocumented = (field: string): boolean =>
    entries[field] === undefined || findAssumptions(entries[field]) !== undefined
  const { title = name } = v.getMetadata((schema.item ?? schema) as never) as { title?: string }
  const about = `further fields of ${title}`
  const names = [...new Set([...Object.keys(seen), ...Object.keys(own)])].filter(isUndocumented).toSorted()
  const others = names.filter((field) => field in seen !== field in own)
  if (others.length === 0) return [{ assumption, about, observed: AS_ASSUMED, assumed: AS_ASSUMED }]
  return [{ assumption, about, observed: listFields(others, seen), assumed: listFields(others, own) }]
}

/** Fields as text: `tier, no created_at`. */
function listFields(names: readonly string[], record: object): string {
  return names.map((name) => (name in record ? name : `no ${name}`)).join(', ')
}

function firstRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isObject(first) ? first : undefined
}
