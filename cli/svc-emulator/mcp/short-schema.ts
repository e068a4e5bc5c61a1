import type { Json } from '../../../emulator/host/documents/json-schema.ts'

/**
 * Shortens a schema, since agents read all tools before every conversation. Leaves out implied parts: that nested
 * objects have no other fields, that texts are not empty, and the type of enumerated values.
 */
export function shortSchema(schema: Json): Json {
  const {
    type,
    properties,
    required,
    anyOf,
    items,
    additionalProperties: _,
    propertyNames: _n,
    minLength: _m,
    ...rest
  } = schema as Keywords
  const fields = Object.entries(properties ?? {}).map(([name, inner]) => [name, shortSchema(inner)] as const)
  return {
    ...(type !== undefined && rest['enum'] === undefined && { type }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(required !== undefined && required.length > 0 && { required }),
    ...(anyOf !== undefined && joinOptions(anyOf.map(shortSchema))),
    ...(items !== undefined && { items: shortSchema(items) }),
    ...rest,
  }
}

interface Keywords extends Json {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Json[]
  readonly items?: Json
}

/** Options as a list of types, if they are only types. */
function joinOptions(options: readonly Json[]): Json {
  const types = options.flatMap(({ type, ...rest }) => (Object.keys(rest).length === 0 ? [type] : []))
  return types.length === options.length ? { type: types } : { anyOf: options }
}
