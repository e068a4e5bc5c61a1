/** Finds the right object for a field in a wrong one. */
import { pathText } from './problems.ts'
import { alternatives, schemasAt, unwrap, type SchemaNode, type Hop } from './schema-walk.ts'

/** Path of the same field in an object below: `do.fail` for a `fail` beside `do`. Undefined if none has it. */
export function knownBelow(top: SchemaNode, steps: readonly Hop[], input: unknown, key: string): string | undefined {
  const nodes = schemasAt(top, steps).flatMap((node) => alternatives(node, input))
  const start = pathText(steps.map((step) => step.key))
  const [near] = pathsTo(nodes, key, start)
  if (near !== undefined) return near
  const [far, other] = objectsBelow(nodes, start).flatMap(({ node, path }) => pathsTo([node], key, path))
  return other === undefined ? far : undefined
}

/**
 * Path of the same field in an object around this one, or below such an object: `do.fail` for a `fail` within `when`.
 */
export function knownAround(top: SchemaNode, steps: readonly Hop[], key: string): string | undefined {
  for (let length = steps.length - 1; length >= 0; length--) {
    const above = steps.slice(0, length)
    const { input } = steps[length]!
    const nodes = schemasAt(top, above).flatMap((node) => alternatives(node, input))
    if (nodes.some((node) => hasField(node, key))) return pathText([...above.map((step) => step.key), key])
    const below = knownBelow(top, above, input, key)
    if (below !== undefined) return below
  }
  return undefined
}

interface ChildSchema {
  readonly node: SchemaNode
  readonly path: string
}

function pathsTo(nodes: readonly SchemaNode[], key: string, start: string): string[] {
  return objectsBelow(nodes, start).flatMap(({ node, path }) => (hasField(node, key) ? [`${path}.${key}`] : []))
}

/** Objects in the fields of these nodes, and in lists there; objects that are not in a list first. */
function objectsBelow(nodes: readonly SchemaNode[], start: string): ChildSchema[] {
  return nodes.flatMap(({ entries = {} }) =>
    Object.entries(entries).flatMap(([name, entry]) => objectsIn(entry, start === '' ? name : `${start}.${name}`)),
  )
}

function objectsIn(schema: SchemaNode, path: string): ChildSchema[] {
  return alternatives(unwrap(schema))
    .flatMap((node) => (node.item === undefined ? [{ node, path }] : objectsIn(node.item, `${path}[]`)))
    .toSorted((a, b) => a.path.length - b.path.length)
}

function hasField({ entries = {} }: SchemaNode, key: string): boolean {
  return Object.hasOwn(entries, key)
}
