/** Finds the part of a valibot schema for a path of the value. */
import * as v from 'valibot'
import { isObject } from './is-object.ts'

/** Fields of valibot schemas that are read here; each kind of schema has some of them. */
export interface SchemaNode {
  type: string
  expects: string
  entries?: Record<string, SchemaNode>
  item?: SchemaNode
  items?: SchemaNode[]
  rest?: SchemaNode
  /** Value schema of a record. */
  value?: SchemaNode
  wrapped?: SchemaNode
  /** Schemas of a union or variant; values of a picklist. */
  options?: readonly unknown[]
  /** Discriminator of a variant. */
  key?: string
  literal?: unknown
  /** Noun of a `keyed`. */
  noun?: string
  getter?: (input: unknown) => SchemaNode
}

/** One step of a path, with the object or list that it leads out of. */
export interface Hop {
  readonly key: string | number
  readonly input: unknown
}

/** Schemas that may describe the value at the end of a path; several below a union. */
export function schemasAt(schema: SchemaNode, path: readonly Hop[]): SchemaNode[] {
  let found = [unwrap(schema)]
  for (const { key, input } of path)
    found = found.flatMap((node) => alternatives(node, input)).flatMap((node) => child(node, key))
  return found
}

/** Field names of an object schema; for a variant those of the options that `input` selects. */
export function listFields(schema: SchemaNode, input: unknown): string[] {
  const nodes = alternatives(schema, input)
  return [...new Set(nodes.flatMap((node) => Object.keys(node.entries ?? {})))]
}

/** Values that a picklist, a literal or a union of them accepts; undefined for other schemas. */
export function listChoices(schema: SchemaNode): unknown[] | undefined {
  const node = unwrap(schema)
  if (node.type === 'literal') return [node.literal]
  if (node.type === 'picklist' || node.type === 'enum') return [...(node.options ?? [])]
  if (node.type !== 'union') return undefined
  const lists = (node.options ?? []).map((option) => listChoices(option as SchemaNode))
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? [])
}

export function unwrap(schema: SchemaNode): SchemaNode {
  if (schema.wrapped) return unwrap(schema.wrapped)
  if (schema.type === 'lazy' && schema.getter) return unwrap(schema.getter(undefined))
  return schema
}

/**
 * Object options of a union or variant, flattened; any other schema is its only alternative. Of a variant or a `keyed`
 * those that `input` selects.
 */
export function alternatives(schema: SchemaNode, input?: unknown): SchemaNode[] {
  const node = unwrap(schema)
  if (node.type !== 'union' && node.type !== 'variant' && node.type !== 'intersect') return [node]
  const all = (node.options ?? []) as SchemaNode[]
  const fitting = isObject(input) ? all.filter((option) => selects(node, option, input)) : all
  return (fitting.length ? fitting : all).flatMap((option) => alternatives(option, input))
}

function selects({ key, noun }: SchemaNode, option: SchemaNode, input: Record<string, unknown>): boolean {
  const { entries = {} } = unwrap(option)
  if (noun !== undefined)
    return Object.keys(entries).some((name) => !isOptional(entries[name]!) && Object.hasOwn(input, name))
  if (key === undefined) return true
  return entries[key] !== undefined && v.is(entries[key] as unknown as v.GenericSchema, input[key])
}

/** True for a field that may be left out. */
export function isOptional({ type }: SchemaNode): boolean {
  return /optional|nullish/.test(type)
}

function child(node: SchemaNode, key: string | number): SchemaNode[] {
  const next =
    typeof key === 'number'
      ? (node.item ?? node.items?.[key] ?? node.rest)
      : Object.hasOwn(node.entries ?? {}, key)
        ? node.entries?.[key]
        : (node.rest ?? node.value)
  return next ? [unwrap(next)] : []
}
