/** Values by path pattern, where `:name` stands for any one segment. Words win over parameters. */
export interface PathTree<T> {
  /** The value of a pattern; `create` makes it where there is none yet. Patterns that differ in their names only are one. */
  at(pattern: string, create: () => T): T
  /** The value of the pattern that a path has the form of. `values` is empty before and holds the segments of the parameters after. */
  find(path: string, values: string[]): T | undefined
}

interface Branch<T> {
  readonly words: Map<string, Branch<T>>
  parameter: Branch<T> | undefined
  value: T | undefined
}

/** Measured: docs/decisions/0110-routing.md. */
export function createPathTree<T>(): PathTree<T> {
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

function createBranch<T>(): Branch<T> {
  return { words: new Map(), parameter: undefined, value: undefined }
}

function next<T>(branch: Branch<T>, segment: string): Branch<T> {
  if (segment.startsWith(':')) return (branch.parameter ??= createBranch())
  let word = branch.words.get(segment)
  if (word === undefined) branch.words.set(segment, (word = createBranch()))
  return word
}

function walk<T>(branch: Branch<T>, path: string, from: number, length: number, values: string[]): T | undefined {
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
