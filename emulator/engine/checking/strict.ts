import * as v from 'valibot'
import { isObject } from './is-object.ts'
import { refusing } from './refusing.ts'

/**
 * `v.strictObject` that refuses arrays: on its own it accepts `[]` as an object without fields. JSON Schema and
 * inferred type are those of `v.strictObject`.
 */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.StrictObjectSchema<Entries, undefined> {
  return noArray(v.strictObject(entries))
}

/** An object schema that refuses arrays, with the issue that valibot makes for a non-object. */
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

/** An object with any fields, neither checked nor copied. JSON Schema and type are those of `v.looseObject({})`. */
export const anyFields: typeof loose = {
  ...loose,
  '~run'(dataset, config) {
    return isObject(dataset.value) ? { value: dataset.value, typed: true } : loose['~run'](dataset, config)
  },
}
