/** Problems of names that no schema has, each with the name or the place that was meant. */
import { knownAround, knownBelow } from './misplaced.ts'
import { nearest } from './near-miss.ts'
import { MAX_PROBLEMS, type ProblemList } from './problem-list.ts'
import { pathText, type Problem } from './problems.ts'
import type { KeyedIssue } from './keyed.ts'
import { listFields, type SchemaNode, type Hop } from './schema-walk.ts'

export interface SchemaContext {
  readonly found: ProblemList
  /** Schema of the whole value, in which misplaced fields are looked for. */
  readonly top: SchemaNode
}

/** Adds a problem for each unknown field of an object. */
export function unknownFields(
  { found, top }: SchemaContext,
  parents: SchemaNode[],
  place: readonly Hop[],
  input: unknown,
  first: string,
): void {
  const known = new Set(parents.flatMap((parent) => listFields(parent, input)))
  const fields = (input ?? {}) as object
  const unknown = known.size > 0 ? Object.keys(fields).filter((key) => !known.has(key)) : [first]
  const free = [...known].filter((name) => !Object.hasOwn(fields, name))
  found.addEach(unknown, (key) => {
    const nearMiss =
      knownBelow(top, place, input, key) ??
      nearest(key, free) ??
      knownAround(top, place, key) ??
      renamed(key, (name) => (free.includes(name) ? name : knownBelow(top, place, input, name)))
    const hint = nearMiss === undefined && known.size > 0 ? ` (known: ${[...known].slice(0, 20).join(', ')})` : ''
    const path = [...place.map((step) => step.key), key]
    return { kind: 'unknown', path, message: `unknown field${hint}`, ...(nearMiss && { nearMiss }) }
  })
}

/** Fields by the names that other tools give them. */
const otherNames: Readonly<Record<string, string>> = {
  method: 'endpoint',
  path: 'endpoint',
  url: 'endpoint',
  body: 'params',
  query: 'params',
  once: 'first',
  times: 'first',
}

function renamed(key: string, find: (name: string) => string | undefined): string | undefined {
  return Object.hasOwn(otherNames, key) ? find(otherNames[key]!) : undefined
}

/**
 * The problem of an object with none, or several, of the words that tell options apart. Names all words: a reader who
 * does not know one of them needs the list.
 */
export function wrongWord(
  top: SchemaNode,
  { input, noun, words, given, fields }: KeyedIssue,
  place: readonly Hop[],
): Problem {
  const path = place.map(({ key }) => key)
  const [first, second] = given
  if (second !== undefined)
    return {
      kind: 'unknown',
      path: [...path, second],
      message: `a second ${noun} beside '${first}': each is an item of its own`,
    }
  const unknown = Object.keys(input as object)
    .filter((name) => !fields.includes(name))
    .slice(0, MAX_PROBLEMS)
  const slip = unknown.find((name) => nearest(name, words) !== undefined) ?? unknown[0]
  const expected = `one of ${words.join(', ')}`
  if (slip === undefined) return { kind: 'missing', path, message: `names no ${noun}, expected ${expected}`, expected }
  const problem = { kind: 'unknown', path: [...path, slip], expected } as const
  const elsewhere = findElsewhere(top, place, input as object, words, slip)
  const near = nearest(slip, words)
  if (near === undefined && elsewhere !== undefined)
    return { ...problem, message: `no such ${noun}`, nearMiss: elsewhere }
  const message = `no such ${noun} (known: ${words.join(', ')})`
  return { ...problem, message, ...(near !== undefined && { nearMiss: near }) }
}

/** Path of a field that can stand here, such as `do.fail.status`, or around; not of a field of what the item is not. */
function findElsewhere(
  top: SchemaNode,
  place: readonly Hop[],
  input: object,
  words: readonly string[],
  name: string,
): string | undefined {
  const below = knownBelow(top, place, input, name)
  if (below === undefined) return knownAround(top, place, name)
  const path = place.map(({ key }) => key)
  const holders = [...words, ...Object.keys(input)].map((holder) => `${pathText([...path, holder])}.`)
  return holders.some((holder) => below.startsWith(holder)) ? below : undefined
}
