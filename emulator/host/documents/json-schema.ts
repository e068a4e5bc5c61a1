import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isObject } from '../../engine/checking/is-object.ts'

export type Json = Record<string, unknown>

/**
 * Writes valibot schemas as JSON Schema 2020-12, which OpenAPI 3.1 and OpenRPC use. Named shapes are written once and
 * referenced.
 */
export class SchemaWriter {
  readonly #definitions: Record<string, v.GenericSchema>

  constructor(definitions: Record<string, v.GenericSchema>) {
    this.#definitions = definitions
  }

  /** Writes the shape of a request (`input`) or an answer (`output`). */
  write(schema: v.GenericSchema, mode: 'input' | 'output'): Json {
    const {
      $schema: _schema,
      $defs: _defs,
      ...written
    } = toJsonSchema(schema, this.#config(mode, this.#within(schema))) as Json
    const moved = this.#moved(written) as Json
    return mode === 'output' ? opened(moved) : moved
  }

  /** The named shapes, as in answers. */
  named(): Json {
    const named = this.#moved(toJsonSchemaDefs(this.#definitions, withoutDefinitions(this.#config('output')))) as Json
    return mapValues(named, (schema) => opened(schema as Json))
  }

  /**
   * Named shapes that a schema refers to. Passing only these saves most of the time: the library writes all that it is
   * given.
   */
  #within(schema: v.GenericSchema): Record<string, v.GenericSchema> {
    const nodes = addNodes(schema, new Set())
    return Object.fromEntries(Object.entries(this.#definitions).filter(([, definition]) => nodes.has(definition)))
  }

  #config(typeMode: 'input' | 'output', definitions = this.#definitions): ConversionConfig {
    return { target: 'draft-2020-12', typeMode, definitions, errorMode: 'ignore' }
  }

  #moved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#moved(item))
    if (typeof value !== 'object' || value === null) return value
    const moved = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : this.#moved(inner),
      ]),
    )
    return { ...moved, ...spelledOut(moved) }
  }
}

/** Adds a schema and every schema inside it. */
function addNodes(schema: unknown, nodes: Set<unknown>): Set<unknown> {
  if (!isSchema(schema) || nodes.has(schema)) return nodes
  nodes.add(schema)
  const { entries = {}, item, items = [], rest, key, value, wrapped, options = [], pipe = [] } = schema as NestedSchema
  for (const part of [item, rest, key, value, wrapped]) addNodes(part, nodes)
  for (const parts of [Object.values(entries), items, options, pipe]) for (const part of parts) addNodes(part, nodes)
  return nodes
}

/** Fields of valibot schemas that hold other schemas, or plain values in some kinds. */
interface NestedSchema extends Partial<Record<'item' | 'rest' | 'key' | 'value' | 'wrapped', unknown>> {
  readonly entries?: object
  readonly items?: readonly unknown[]
  readonly options?: readonly unknown[]
  readonly pipe?: readonly unknown[]
}

function isSchema(value: unknown): value is v.GenericSchema {
  return isObject(value) && value['kind'] === 'schema'
}

/**
 * Makes defaults of JSON Schema explicit for readers: objects without listed fields accept any, tuples have no further
 * items.
 */
function spelledOut({ type, properties, additionalProperties, prefixItems, items }: Json): Json {
  const tuple =
    type === 'array' && (items === undefined || items === false)
      ? (prefixItems as readonly unknown[] | undefined)
      : undefined
  const isOpen =
    type === 'object' &&
    additionalProperties === undefined &&
    properties !== undefined &&
    Object.keys(properties as Json).length === 0
  return { ...(isOpen && { additionalProperties: true }), ...(tuple && { items: {}, maxItems: tuple.length }) }
}

/**
 * Opens the schema of an answer: fields may be added, those that only assumptions give may be missing, and a set that
 * only assumptions give may hold other values. Ids have no pattern: most may be of any form.
 */
function opened(schema: Json, within = false): Json {
  const isAssumed = within || 'x-assumed' in schema || 'x-assumed-values' in schema
  const { additionalProperties, required, enum: values, const: value, pattern: _pattern, ...rest } = schema
  const set = (values ?? (value === undefined ? undefined : [value])) as readonly unknown[] | undefined
  const documented = (required as readonly string[] | undefined)?.filter(
    (name) => !('x-assumed' in ((schema['properties'] as Json)[name] as Json)),
  )
  return {
    ...mapValues(rest, (part, key) => openedPart(part, key, isAssumed)),
    ...(additionalProperties !== undefined &&
      additionalProperties !== false && {
        additionalProperties: openedPart(additionalProperties, 'additionalProperties', isAssumed),
      }),
    ...(documented !== undefined && documented.length > 0 && { required: documented }),
    ...(set !== undefined &&
      (isAssumed ? { type: 'string', examples: set } : values ? { enum: values } : { const: value })),
  }
}

/** Opens the schemas in a keyword of another one. */
function openedPart(part: unknown, key: string, within: boolean): unknown {
  if (key === 'properties') return mapValues(part as Json, (schema) => opened(schema as Json, within))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key))
    return (part as readonly Json[]).map((schema) => opened(schema, within))
  return ['items', 'additionalProperties'].includes(key) && isObject(part) ? opened(part, within) : part
}

function mapValues(object: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

function withoutDefinitions({
  definitions: _definitions,
  ...config
}: ConversionConfig): Omit<ConversionConfig, 'definitions'> {
  return config
}
