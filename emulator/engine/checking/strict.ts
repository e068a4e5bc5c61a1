import * as v from 'valibot'
import { isObject } from './is-object.ts'
import { refusing } from './refusing.ts'

/**
 * `v.strictObject`, which alone would take an array for an object without fields and let `[]` pass.
 * The JSON Schema and the inferred type are those of `v.strictObject`.
 */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> {
  return noArray(v.strictObject(entries))
}

/** An object schema of valibot that refuses arrays, as valibot refuses what is no object. */
export function noArray<S extends v.GenericSchema>(schema: S): S {
  const { type, expects: expected } = schema
  return refusing(schema, (value) => {
    if (!Array.isArray(value)) return undefined
    return {
      kind: 'schema',
      type,
      expected,
      received: 'Array',
      message: `Invalid type: Expected ${expected} but received Array`,
    }
  })
}

const loose = noArray(v.looseObject({}))

/** An object with any fields, which are neither looked at nor copied. Its JSON Schema and type are those of `v.looseObject({})`. */
export const anyFields: typeof loose = {
  ...loose,
  '~run'(dataset, config) {
    return isObject(dataset.value) ? { value: dataset.value, typed: true } : loose['~run'](dataset, config)
  },
}
