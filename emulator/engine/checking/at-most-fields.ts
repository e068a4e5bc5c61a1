import type * as v from 'valibot'
import { isObject } from './is-object.ts'
import { refusing } from './refusing.ts'

/** An object schema that refuses a value with more than `max` fields before it checks any of them. */
export function atMostFields<S extends v.GenericSchema>(max: number, schema: S): S {
  return refusing(schema, (value) => {
    const count = isObject(value) ? Object.keys(value).length : 0
    if (count <= max) return undefined
    const message = `${count.toLocaleString('en')} fields, where at most ${max.toLocaleString('en')} are taken`
    return { kind: 'validation', type: 'max_entries', expected: `<=${max}`, received: String(count), message }
  })
}
