import * as v from 'valibot'
import { isObject } from './is-object.ts'

/**
 * `v.strictObject`, which alone would take an array for an object without fields and let `[]` pass.
 * The JSON Schema and the inferred type are those of `v.strictObject`.
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries): v.StrictObjectSchema<Entries, undefined> {
  return noArray(v.strictObject(entries))
}

/** An object schema of valibot that refuses arrays. */
export function noArray<S extends v.GenericSchema>(schema: S): S {
  const run = schema['~run']
  return {
    ...schema,
    '~run'(dataset: Parameters<S['~run']>[0], config: Parameters<S['~run']>[1]) {
      if (!Array.isArray(dataset.value)) return run.call(this, dataset, config)
      const refused = run.call(this, { value: null }, config)
      for (const issue of refused.issues ?? []) Object.assign(issue, { input: dataset.value, received: 'Array' })
      return refused
    },
  }
}

const loose = noArray(v.looseObject({}))

/** An object with any fields, which are neither looked at nor copied. Its JSON Schema and type are those of `v.looseObject({})`. */
export const anyFields: typeof loose = {
  ...loose,
  '~run'(dataset, config) {
    return isObject(dataset.value) ? { value: dataset.value, typed: true } : loose['~run'](dataset, config)
  },
}
