import type * as v from 'valibot'
import { holdsMoreThan } from './bounded-parse.ts'
import { refusing } from './refusing.ts'

/** A schema of valibot that refuses what holds more than `max` values at any depth, before it looks at one of them. */
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
