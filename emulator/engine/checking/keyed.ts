import * as v from 'valibot'
import { isOptional, type SchemaNode } from './schema-walk.ts'

/** Issue of an object with none, or several, of the words that tell the options of a `keyed` apart. */
export interface KeyedIssue extends v.BaseIssue<unknown> {
  readonly type: 'keyed'
  /** Noun for the options in messages: `fault or change`. */
  readonly noun: string
  readonly words: readonly string[]
  /** Words that the object has. */
  readonly given: readonly string[]
  /** Field names of all options. */
  readonly fields: readonly string[]
}

/**
 * A union of objects, each with one required field that identifies it: `{ http: … } | { call: … }`. Only the option
 * whose field is present is tried: the cost does not grow with the options, and issues are those of that option alone.
 * For an object with none of the fields the issue names them all. `noun` names the options in messages. JSON Schema and
 * type are those of `v.union`.
 */
export function keyed<const Options extends v.UnionOptions>(
  options: Options,
  noun: string,
): v.UnionSchema<Options, undefined> {
  const union = v.union(options)
  const nodes = options as unknown as readonly SchemaNode[]
  const byField = new Map(options.map((option, i) => [requiredField(nodes[i]!), option]))
  const fields = [...new Set(nodes.flatMap(({ entries = {} }) => Object.keys(entries)))]
  const run = union['~run']
  return {
    ...union,
    noun,
    '~run'(dataset, config) {
      const { value } = dataset
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return run.call(this, dataset, config)
      const given = Object.keys(value).filter((key) => byField.has(key))
      if (given.length === 1) return byField.get(given[0]!)!['~run'](dataset, config) as ReturnType<typeof run>
      const issue: KeyedIssue = {
        kind: 'validation',
        type: 'keyed',
        input: value,
        expected: noun,
        received: 'Object',
        message: `no ${noun}`,
        noun,
        words: [...byField.keys()],
        given,
        fields,
      }
      return { ...dataset, typed: false, issues: [issue] } as unknown as ReturnType<typeof run>
    },
  } as v.UnionSchema<Options, undefined>
}

function requiredField({ entries = {}, type }: SchemaNode): string {
  const required = Object.keys(entries).filter((name) => !isOptional(entries[name]!))
  if (required.length !== 1)
    throw new TypeError(`a ${type} with the required fields '${required.join("', '")}' cannot be told apart by one`)
  return required[0]!
}
