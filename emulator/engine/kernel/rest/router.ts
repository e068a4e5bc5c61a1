import type { Unit } from '../unit/definition.ts'

/** Fields by which a router distinguishes units. */
export interface Routed {
  readonly method: string
  readonly path: string
}

interface PathEntry<U extends Routed> {
  readonly units: Map<string, { readonly unit: U; readonly names: readonly string[] }>
  readonly methods: string[]
}

export interface Match<U extends Routed = Unit> {
  /** Unit for the method; undefined if the path does not accept the method. */
  readonly unit: U | undefined
  readonly params: Readonly<Record<string, string>>
  /** Methods that the path accepts. */
  readonly methods: readonly string[]
}

export interface Router<U extends Routed = Unit> {
  find(method: string, path: string): Match<U> | undefined
  readonly paths: readonly string[]
}

/**
 * Creates a router. It looks for the path first, so that it can tell a wrong method from an unknown path. Two units may
 * name the parameters of one path differently: the tree holds positions, and each unit its own names.
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
      return entry === undefined ? undefined : matchUnit(entry, method, values)
    },
  }
}

const noParams = Object.freeze({})

function matchUnit<U extends Routed>(
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

/** Values by path pattern, in which `:name` matches any one segment. Words win over parameters. */
interface PathTree<T> {
  /**
   * Gets the value of a pattern, or creates it. Patterns that differ only in the names of parameters share one value.
   */
  at(pattern: string, create: () => T): T
  /** Finds the value of the pattern that a path matches, and appends the segments of its parameters to `values`. */
  find(path: string, values: string[]): T | undefined
}

interface RouteBranch<T> {
  readonly words: Map<string, RouteBranch<T>>
  parameter: RouteBranch<T> | undefined
  value: T | undefined
}

/** Creates an empty tree. Our own for speed: docs/decisions/0110-routing.md. */
function createPathTree<T>(): PathTree<T> {
  const root = createBranch<T>()
  return {
    at(pattern, create) {
      let branch = root
      for (const segment of pattern.split('/').filter(Boolean)) branch = next(branch, segment)
      return (branch.value ??= create())
    },
    find: (path, values) => walk(root, path, 1, path === '/' ? 0 : path.length, values),
  }
}

function createBranch<T>(): RouteBranch<T> {
  return { words: new Map(), parameter: undefined, value: undefined }
}

function next<T>(branch: RouteBranch<T>, segment: string): RouteBranch<T> {
  if (segment.startsWith(':')) return (branch.parameter ??= createBranch())
  let word = branch.words.get(segment)
  if (word === undefined) branch.words.set(segment, (word = createBranch()))
  return word
}

function walk<T>(branch: RouteBranch<T>, path: string, from: number, length: number, values: string[]): T | undefined {
  if (from > length) return branch.value
  const slash = path.indexOf('/', from)
  const end = slash < 0 || slash > length ? length : slash
  const segment = path.slice(from, end)
  const word = branch.words.size > 0 ? branch.words.get(segment) : undefined
  const found = word === undefined ? undefined : walk(word, path, end + 1, length, values)
  if (found !== undefined || branch.parameter === undefined || segment === '') return found
  const known = values.push(segment)
  const beyond = walk(branch.parameter, path, end + 1, length, values)
  if (beyond === undefined) values.length = known - 1
  return beyond
}
