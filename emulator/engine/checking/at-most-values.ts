import type * as v from 'valibot'
import { holdsMoreThan } from './bounded-parse.ts'
import { refusing } from './refusing.ts'

/** A schema that refuses a value with more than `max` nested values before it checks any of them. */
export function atMostValues<S extends v.GenericSchema>(max: number, schema: S): S {
  return refusing(schema, (value) => {
    if (!holdsMoreThan(value, max)) return undefined
    return {
      kind: 'validation',
      type: 'max_values',
      expected: `<=${max}`,
      received: 'Object',
      message: `expected at most ${max.toLocaleString('en')} values`,
    }
  })
}
