import type { Unit } from '../unit/definition.ts'
import { createPathTree } from './path-tree.ts'

/** What a router tells apart. */
export interface Routed {
  readonly method: string
  readonly path: string
}

interface PathEntry<U extends Routed> {
  readonly units: Map<string, { readonly unit: U; readonly names: readonly string[] }>
  readonly methods: string[]
}

export interface Match<U extends Routed = Unit> {
  /** The unit for the method, if the path takes that method. */
  readonly unit: U | undefined
  readonly params: Readonly<Record<string, string>>
  /** Methods that the path takes. */
  readonly methods: readonly string[]
}

export interface Router<U extends Routed = Unit> {
  find(method: string, path: string): Match<U> | undefined
  readonly paths: readonly string[]
}

/**
 * Routes by path first, so that a wrong method can be told from an unknown path. Two units may name the
 * parameters of one path differently, so the tree holds positions and each unit its own names.
 */
export function createUnitRouter<U extends Routed = Unit>(units: readonly U[]): Router<U> {
  const tree = createPathTree<PathEntry<U>>()
  const paths: string[] = []
  for (const unit of units) {
    const names = [...unit.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
    const entry = tree.at(unit.path, () => {
      paths.push(unit.path)
      return { units: new Map(), methods: [] }
    })
    if (entry.units.has(unit.method)) throw new TypeError(`two units answer ${unit.method} ${unit.path}`)
    entry.units.set(unit.method, { unit, names })
    entry.methods.push(unit.method)
  }
  return {
    paths,
    find(method, path) {
      const values: string[] = []
      const entry = tree.find(path, values)
      return entry === undefined ? undefined : matchOf(entry, method, values)
    },
  }
}

const noParams = Object.freeze({})

function matchOf<U extends Routed>(
  { units, methods }: PathEntry<U>,
  method: string,
  values: readonly string[],
): Match<U> {
  const found = units.get(method === 'HEAD' ? 'GET' : method)
  if (found === undefined) return { unit: undefined, params: noParams, methods }
  const { unit, names } = found
  if (names.length === 0) return { unit, params: noParams, methods }
  const params: Record<string, string> = {}
  for (let i = 0; i < names.length; i++) params[names[i]!] = values[i]!
  return { unit, params, methods }
}
