import { isObject } from './is-object.ts'
/** Finds the part of a valibot schema that a path of the value leads to. */
import * as v from 'valibot'

/** The fields of valibot's schemas that the walk reads; each kind of schema has some of them. */
export interface SchemaNode {
  type: string
  expects: string
  entries?: Record<string, SchemaNode>
  item?: SchemaNode
  items?: SchemaNode[]
  rest?: SchemaNode
  /** Of a record. */
  value?: SchemaNode
  wrapped?: SchemaNode
  /** Of a union or variant: schemas; of a picklist: values. */
  options?: readonly unknown[]
  /** Discriminator of a variant. */
  key?: string
  literal?: unknown
  /** Of a `keyed`. */
  noun?: string
  getter?: (input: unknown) => SchemaNode
}

/** Every schema that may describe the value at `path`; several below a union. */
export function schemasAt(schema: SchemaNode, path: readonly (string | number)[]): SchemaNode[] {
  let found = [unwrap(schema)]
  for (const key of path) found = found.flatMap((node) => alternatives(node)).flatMap((node) => child(node, key))
  return found
}

/** The names an object schema knows; for a variant those of the options that `input` selects. */
export function fieldsOf(schema: SchemaNode, input: unknown): string[] {
  const nodes = alternatives(schema, input)
  return [...new Set(nodes.flatMap((node) => Object.keys(node.entries ?? {})))]
}

/** The values a picklist, a literal or a union of such accepts; undefined for other schemas. */
export function choicesOf(schema: SchemaNode): unknown[] | undefined {
  const node = unwrap(schema)
  if (node.type === 'literal') return [node.literal]
  if (node.type === 'picklist' || node.type === 'enum') return [...(node.options ?? [])]
  if (node.type !== 'union') return undefined
  const lists = (node.options ?? []).map((option) => choicesOf(option as SchemaNode))
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? [])
}

export function unwrap(schema: SchemaNode): SchemaNode {
  if (schema.wrapped) return unwrap(schema.wrapped)
  if (schema.type === 'lazy' && schema.getter) return unwrap(schema.getter(undefined))
  return schema
}

/** The object options of a union or variant, flat; any other schema is its own only alternative. */
export function alternatives(schema: SchemaNode, input?: unknown): SchemaNode[] {
  const node = unwrap(schema)
  if (node.type !== 'union' && node.type !== 'variant' && node.type !== 'intersect') return [node]
  const all = (node.options ?? []) as SchemaNode[]
  const fitting = node.key && isObject(input) ? all.filter((option) => selects(option, node.key ?? '', input)) : all
  return (fitting.length ? fitting : all).flatMap((option) => alternatives(option, input))
}

function selects(option: SchemaNode, key: string, input: Record<string, unknown>): boolean {
  const discriminator = unwrap(option).entries?.[key]
  return discriminator !== undefined && v.is(discriminator as unknown as v.GenericSchema, input[key])
}

function child(node: SchemaNode, key: string | number): SchemaNode[] {
  const next =
    (typeof key === 'string' && Object.hasOwn(node.entries ?? {}, key) ? node.entries?.[key] : undefined) ??
    node.item ??
    node.items?.[key as number] ??
    node.rest ??
    node.value
  return next ? [unwrap(next)] : []
}
