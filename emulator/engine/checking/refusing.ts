import type * as v from 'valibot'
import { valueText } from './problems.ts'

/** What is wrong with a value: fields of an issue of valibot. */
export interface Refusal extends Pick<v.BaseIssue<unknown>, 'kind' | 'type' | 'expected' | 'received' | 'message'> {}

/** A refusal with a message of its own, for a value that shows how it was meant. */
export function wrongShape(value: unknown, message: string): Refusal {
  return { kind: 'validation', type: 'shape', expected: null, received: valueText(value), message }
}

/**
 * A schema of valibot that first asks `refusalOf` what is wrong with a value: where that gives something, nothing else is looked at. The
 * JSON Schema and the inferred type are those of `schema`.
 */
export function refusing<S extends v.GenericSchema>(schema: S, refusalOf: (value: unknown) => Refusal | undefined): S {
  const run = schema['~run']
  return {
    ...schema,
    '~run'(dataset: Parameters<S['~run']>[0], config: Parameters<S['~run']>[1]) {
      const { value } = dataset
      const refusal = refusalOf(value)
      if (refusal === undefined) return run.call(this, dataset, config)
      return { value, typed: false, issues: [{ ...refusal, input: value }] } as unknown as ReturnType<S['~run']>
    },
  }
}
