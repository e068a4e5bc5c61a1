import type * as v from 'valibot'
import { valueText } from './problems.ts'

/** Fields of a valibot issue that describe a refusal. */
interface SchemaRefusal extends Pick<v.BaseIssue<unknown>, 'kind' | 'type' | 'expected' | 'received' | 'message'> {}

/** Refusal with a custom message, for a value whose intention is recognizable. */
export function wrongShape(value: unknown, message: string): SchemaRefusal {
  return { kind: 'validation', type: 'shape', expected: null, received: valueText(value), message }
}

/**
 * A schema that calls `refusalOf` first; if that returns a refusal, the value is not checked further. JSON Schema and
 * inferred type are those of `schema`.
 */
export function refusing<S extends v.GenericSchema>(
  schema: S,
  refusalOf: (value: unknown) => SchemaRefusal | undefined,
): S {
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

/** A schema that refuses a value whose author is known to have meant another, with the text of that other. */
export function refusingMeant<S extends v.GenericSchema>(
  schema: S,
  expected: string,
  meantBy: (value: unknown) => string | undefined,
): S {
  return refusing(schema, (value) => {
    const meant = meantBy(value)
    if (meant === undefined) return undefined
    const given = typeof value === 'string' ? `'${value}'` : valueText(value)
    return wrongShape(value, `expected ${expected}, got ${given}, did you mean \`${meant}\`?`)
  })
}
