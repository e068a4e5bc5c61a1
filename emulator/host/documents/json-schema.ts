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
    return this.#moved(written) as Json
  }

  /** The named shapes, as in answers. */
  named(): Json {
    return this.#moved(toJsonSchemaDefs(this.#definitions, withoutDefinitions(this.#config('output')))) as Json
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
  const { entries = {}, item, items = [], rest, key, value, wrapped, options = [], pipe = [] } = schema as Nested
  for (const part of [item, rest, key, value, wrapped]) addNodes(part, nodes)
  for (const parts of [Object.values(entries), items, options, pipe]) for (const part of parts) addNodes(part, nodes)
  return nodes
}

/** Fields of valibot schemas that hold other schemas, or plain values in some kinds. */
interface Nested extends Partial<Record<'item' | 'rest' | 'key' | 'value' | 'wrapped', unknown>> {
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

function withoutDefinitions({
  definitions: _definitions,
  ...config
}: ConversionConfig): Omit<ConversionConfig, 'definitions'> {
  return config
}
