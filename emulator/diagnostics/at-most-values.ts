import type * as v from 'valibot'
import { holdsMoreThan } from './bounded-parse.ts'

/** A schema of valibot that refuses what holds more than `max` values at any depth, before it looks at one of them. */
export function atMostValues<S extends v.GenericSchema>(max: number, schema: S): S {
  const run = schema['~run']
  return {
    ...schema,
    '~run'(dataset: Parameters<S['~run']>[0], config: Parameters<S['~run']>[1]) {
      if (!holdsMoreThan(dataset.value, max)) return run.call(this, dataset, config)
      const message = `expected at most ${max.toLocaleString('en')} values`
      const issue: v.BaseIssue<unknown> = { kind: 'validation', type: 'max_values', input: dataset.value, expected: `<=${max}`, received: 'Object', message }
      return { value: dataset.value, typed: false, issues: [issue] } as unknown as ReturnType<S['~run']>
    },
  }
}
