import * as v from 'valibot'
import type { SchemaNode } from './schema-walk.ts'

/**
 * A union of objects that are told apart by the one field each of them requires: `{ http: … } | { call: … }`. Only the option
 * whose field is there is tried, so that checking costs the same for many options and the issues are those of that option alone.
 * Its JSON Schema and type are those of `v.union`.
 */
export function keyed<const Options extends v.UnionOptions>(options: Options): v.UnionSchema<Options, undefined> {
  const union = v.union(options)
  const byField = new Map(options.map((option) => [requiredField(option as unknown as SchemaNode), option]))
  const run = union['~run']
  return {
    ...union,
    '~run'(dataset, config) {
      const { value } = dataset
      if (typeof value !== 'object' || value === null) return run.call(this, dataset, config)
      const fitting = Object.keys(value).flatMap((key) => byField.get(key) ?? [])
      return fitting.length === 1 ? fitting[0]!['~run'](dataset, config) as ReturnType<typeof run> : run.call(this, dataset, config)
    },
  }
}

function requiredField({ entries = {}, type }: SchemaNode): string {
  const required = Object.keys(entries).filter((name) => !/optional|nullish/.test(entries[name]!.type))
  if (required.length !== 1) throw new TypeError(`a ${type} with the required fields '${required.join("', '")}' cannot be told apart by one`)
  return required[0]!
}
