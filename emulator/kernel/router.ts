import { addRoute, createRouter, findRoute } from 'rou3'
import type { Unit } from './definition.ts'

/** What a router tells apart. */
export interface Routed {
  readonly method: string
  readonly path: string
}

interface PathEntry<U extends Routed> {
  readonly path: string
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
  const entries = new Map<string, PathEntry<U>>()
  for (const unit of units) {
    const names = [...unit.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
    const path = anonymous(unit.path)
    const entry: PathEntry<U> = entries.get(path) ?? { path: unit.path, units: new Map(), methods: [] as string[] }
    if (entry.units.has(unit.method)) throw new TypeError(`two units answer ${unit.method} ${unit.path}`)
    entry.units.set(unit.method, { unit, names })
    entry.methods.push(unit.method)
    entries.set(path, entry)
  }
  const tree = createRouter<PathEntry<U>>()
  for (const [path, entry] of entries) addRoute(tree, '', path, entry)
  return { find: (method, path) => find(findRoute(tree, '', path), method), paths: [...entries.values()].map((entry) => entry.path) }
}

function anonymous(path: string): string {
  let position = 0
  return path.replace(/:\w+/g, () => `:p${position++}`)
}

type Found<U extends Routed> = ReturnType<typeof findRoute<PathEntry<U>>>

const noParams = Object.freeze({})

function find<U extends Routed>(found: Found<U>, method: string): Match<U> | undefined {
  if (found === undefined) return undefined
  const { units } = found.data
  const match = units.get(method === 'HEAD' ? 'GET' : method)
  const { methods } = found.data
  if (match === undefined) return { unit: undefined, params: noParams, methods }
  if (match.names.length === 0) return { unit: match.unit, params: noParams, methods }
  const params: Record<string, string> = {}
  const values = found.params as Record<string, string>
  for (let i = 0; i < match.names.length; i++) params[match.names[i]!] = values[`p${i}`]!
  return { unit: match.unit, params, methods }
}
