import fc from 'fast-check'
import * as v from 'valibot'
import { anyText } from './any-text.ts'

interface Node {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly rest?: unknown
}

/** Edge cases for the rules of names. */
const oddTexts = [
  'a/b',
  'me',
  ' x',
  'x ',
  '.',
  '..',
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  'x'.repeat(128),
  'x'.repeat(129),
  '',
]
const numbers = [0, 1, 2, -1, 0.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e21, 1e305, Number.MAX_VALUE, Number.MIN_VALUE]

/** Values that a unit's schema admits, edge cases included. */
export function admittedValues(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return drawn(schema).filter((value) => v.is(schema, value))
}

function drawn(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const { type, entries, item, wrapped, options } = schema as unknown as Node
  if (type === 'string') return fc.oneof(fc.constantFrom(...oddTexts), anyText({ maxLength: 12 }))
  if (type === 'number') return fc.oneof(fc.constantFrom(...numbers), fc.integer())
  if (type === 'boolean') return fc.boolean()
  if (type === 'picklist') return fc.constantFrom(...options!)
  if (type === 'nullable') return fc.option(drawn(wrapped!))
  if (type === 'optional') return drawn(wrapped!)
  if (type === 'array') return fc.array(drawn(item!), { maxLength: 4 })
  if (type === 'record') return fc.dictionary(anyText({ maxLength: 6 }), anyJson, { maxKeys: 3 })
  if (type === 'unknown') return anyJson
  if (type === 'strict_object' || type === 'loose_object') return objects(entries!)
  throw new TypeError(`no values are drawn for a schema of type '${type}'`)
}

const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom({ base64: '!' }, { base64: 'AA==' }, [], -0))

function objects(entries: Readonly<Record<string, v.GenericSchema>>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(entries)
  return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, admittedValues(each)])), {
    requiredKeys: fields.filter(([, each]) => each.type !== 'optional').map(([name]) => name),
  })
}
