import type * as v from 'valibot'

/**
 * Tells of a value, which is no array, that it has its shape for sure, and that checking it would leave it as it is. `false` says
 * nothing: whoever gets it checks in full, and finds the words for what is wrong.
 */
export type PlainShape = (value: unknown) => boolean

interface Field {
  readonly name: string
  readonly required: boolean
  readonly fits: (value: unknown) => boolean
}

type Schema = v.GenericSchema & {
  readonly entries?: v.ObjectEntries
  readonly wrapped?: Schema
  readonly default?: unknown
  readonly options?: readonly unknown[]
  readonly pipe?: readonly (v.GenericSchema | Action)[]
}

interface Action {
  readonly kind: string
  readonly type: string
  readonly requirement?: unknown
}

/** Values that a schema is asked about until it is read: that takes as long as checking some of them in full. */
export const UNREAD = 8

/** The quick check of an object whose fields are words and numbers, as most requests are: a tenth of what valibot takes for it. */
export function plainShape(schema: v.StrictObjectSchema<v.ObjectEntries, undefined> | Schema): PlainShape {
  let fields: readonly Field[] | undefined
  let asked = 0
  return (value) => {
    if (fields === undefined) {
      if (asked++ < UNREAD) return false
      fields = fieldsOf(schema as Schema)
    }
    return typeof value === 'object' && value !== null && inOrder(fields, value as Record<string, unknown>)
  }
}

/** In the order of the schema, because valibot gives them so: then the value may stand for what it would give. */
function inOrder(fields: readonly Field[], value: Readonly<Record<string, unknown>>): boolean {
  let at = 0
  for (const name in value) {
    while (at < fields.length && fields[at]!.name !== name) if (fields[at++]!.required) return false
    if (at === fields.length || !fields[at++]!.fits(value[name])) return false
  }
  while (at < fields.length) if (fields[at++]!.required) return false
  return true
}

const never = (): boolean => false
const passes = (): boolean => true

function fieldsOf({ type, entries }: Schema): Field[] {
  // Nothing fits where other names are allowed too.
  if (type !== 'strict_object' || entries === undefined) return [{ name: '', required: true, fits: never }]
  return Object.entries(entries).map(([name, entry]) => {
    const schema = entry as unknown as Schema
    if (schema.type !== 'optional') return { name, required: true, fits: fitsOf(schema) }
    // What a default fills in, or an action behind the whole makes of it, is a change.
    const kept = schema.default === undefined && actionsOf(schema).every((action) => action === passes)
    return { name, required: !kept, fits: kept ? fitsOf(schema.wrapped!) : never }
  })
}

function fitsOf(schema: Schema): Field['fits'] {
  const { type, options = [] } = schema
  const actions = actionsOf(schema)
  if (actions.includes(never)) return never
  const every = (value: unknown): boolean => actions.every((accepts) => accepts(value))
  if (type === 'string') return actions.length === 0 ? (value) => typeof value === 'string' : (value) => typeof value === 'string' && every(value)
  if (type === 'number') return (value) => typeof value === 'number' && !Number.isNaN(value) && every(value)
  if (type === 'boolean' && actions.length === 0) return (value) => typeof value === 'boolean'
  if (type === 'picklist' && actions.length === 0) return (value) => options.includes(value)
  return never
}

function actionsOf({ pipe = [] }: Schema): Field['fits'][] {
  return pipe.slice(1).map((action) => actionOf(action as Action))
}

function actionOf({ kind, type, requirement }: Action): Field['fits'] {
  if (kind === 'metadata') return passes
  if (type === 'min_length') return (value) => (value as string).length >= (requirement as number)
  if (type === 'min_value') return (value) => (value as number) >= (requirement as number)
  if (type === 'integer') return Number.isInteger
  if (type === 'regex') return (value) => (requirement as RegExp).test(value as string)
  return never
}
