import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type Json = Record<string, unknown>

/** Writes valibot schemas as JSON Schema 2020-12, which OpenAPI 3.1 and OpenRPC speak. Named shapes are written once and referred to. */
export class SchemaWriter {
  readonly #definitions: Record<string, v.GenericSchema>
  readonly #base: string

  /** `base` is where the named shapes stand in the document: `#/components/schemas/`. */
  constructor(definitions: Record<string, v.GenericSchema>, base = '#/components/schemas/') {
    this.#definitions = definitions
    this.#base = base
  }

  /** The shape of what is sent (`input`) or answered (`output`). */
  write(schema: v.GenericSchema, mode: 'input' | 'output'): Json {
    const { $schema: _schema, $defs: _defs, ...written } = toJsonSchema(schema, this.#config(mode)) as Json
    return this.#moved(written) as Json
  }

  /** The named shapes, as answers have them. */
  named(): Json {
    return this.#moved(toJsonSchemaDefs(this.#definitions, withoutDefinitions(this.#config('output')))) as Json
  }

  #config(typeMode: 'input' | 'output'): ConversionConfig {
    return { target: 'draft-2020-12', typeMode, definitions: this.#definitions, errorMode: 'ignore' }
  }

  #moved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#moved(item))
    if (typeof value !== 'object' || value === null) return value
    const moved = Object.fromEntries(Object.entries(value).map(([key, inner]) => (
      [key, key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', this.#base) : this.#moved(inner)]
    )))
    return { ...moved, ...spelledOut(moved) }
  }
}

/** What JSON Schema leaves open, and readers of documents want said: an object of any fields takes them; a tuple ends. */
function spelledOut({ type, properties, additionalProperties, prefixItems, items }: Json): Json {
  const tuple = type === 'array' && (items === undefined || items === false) ? prefixItems as readonly unknown[] | undefined : undefined
  const isOpen = type === 'object' && additionalProperties === undefined && properties !== undefined && Object.keys(properties as Json).length === 0
  return { ...(isOpen && { additionalProperties: true }), ...(tuple && { items: {}, maxItems: tuple.length }) }
}

function withoutDefinitions({ definitions: _definitions, ...config }: ConversionConfig): Omit<ConversionConfig, 'definitions'> {
  return config
}
