import type { JournaledUnit } from './entry.ts'
import type { EntryFacts } from './facts.ts'
import { pathSegments, splitEndpoint } from '../matching/request-values.ts'
import { isForStrays, type JournalMatch } from './match.ts'

/** Compares facts with a field of a match; undefined if they do not decide. */
export type FactPredicate = (facts: EntryFacts) => boolean | undefined

interface FactField<Expected> {
  compile(expected: Expected, match: JournalMatch): FactPredicate
  /** Actual value, for messages. */
  actual(facts: EntryFacts): unknown
}

type FactValues = {
  readonly [
    F in 'endpoint' | 'command' | 'via' | 'method' | 'path' | 'caller' | 'status' | 'delivery' | 'error'
  ]: FactField<NonNullable<JournalMatch[F]>>
}

/** Fields of a match that facts decide. */
export const factFields: FactValues = {
  endpoint: {
    compile: matchEndpoint,
    actual: ({ method, path = '' }) =>
      `${method} ${belowBase(path)}${/^\/(?!v1(?:\/|$))/.test(path) ? ' (not below /v1)' : ''}`,
  },
  command: { compile: matchCommand, actual: ({ unit }) => unit?.id ?? null },
  via: equals('via'),
  method: {
    compile:
      (expected) =>
      ({ method }) =>
        method === expected.toUpperCase(),
    actual: ({ method }) => method,
  },
  path: {
    compile:
      (expected) =>
      ({ path }) =>
        path === undefined ? undefined : isSamePath(path, expected),
    actual: ({ path }) => path,
  },
  caller: equals('caller'),
  status: equals('status'),
  delivery: equals('delivery'),
  error: equals('error'),
}

function equals<F extends 'via' | 'caller' | 'status' | 'delivery' | 'error'>(
  field: F,
): FactField<NonNullable<JournalMatch[F]>> {
  return { compile: (expected) => (facts) => facts[field] === expected, actual: (facts) => facts[field] }
}

function matchCommand(expected: string): FactPredicate {
  const engine = expected.endsWith('.*') ? expected.slice(0, -2) : undefined
  return ({ unit }) => {
    if (unit?.kind !== 'command') return false
    return expected === '*' || (engine === undefined ? unit.id === expected : unit.engine === engine)
  }
}

/**
 * Matches a path below /v1 literally, and for strays one elsewhere. With `:names` it matches every request to the route, whatever its parameters are called.
 */
function matchEndpoint(expected: string, { error }: JournalMatch): FactPredicate {
  if (expected === '*') return () => true
  const [wantedMethod, wantedPath] = splitEndpoint(expected)
  const isMethod = ({ method }: EntryFacts) => wantedMethod === '*' || method === wantedMethod
  if (wantedPath === undefined) return isMethod
  const wanted = wantedPath.replace(/^\/v1(?=\/)/, '')
  const segments = pathSegments(wanted)
  const written = [`/v1${wanted}`, ...(isForStrays(error) ? [wanted] : [])]
  if (!segments.some((segment) => segment.startsWith(':')))
    return (facts) => isMethod(facts) && asWritten(written, segments, facts)
  const isOfRoute = matchRoute(segments)
  return (facts) => isMethod(facts) && isOfRoute(facts)
}

function asWritten(
  written: readonly string[],
  segments: readonly string[],
  { path, unit }: EntryFacts,
): boolean | undefined {
  if (path !== undefined) return written.some((each) => isSamePath(each, path))
  // A dropped request to another route cannot match, whatever its values were.
  const route = unit?.path.split('/') ?? segments
  const isPossible =
    route.length === segments.length && route.every((segment, i) => segment.startsWith(':') || segment === segments[i])
  return isPossible ? undefined : false
}

/** Values that a request to a route must have, by their position in the path; undefined if no request to it matches. */
type PlacedValues = readonly (readonly [place: number, value: string])[] | undefined

function requiredValues(wanted: readonly string[], route: readonly string[]): PlacedValues {
  if (wanted.length !== route.length) return undefined
  const fits = wanted.every((segment, i) =>
    segment.startsWith(':') ? route[i]!.startsWith(':') : route[i]!.startsWith(':') || route[i] === segment,
  )
  return fits
    ? wanted.flatMap((segment, i) => (segment.startsWith(':') || segment === route[i] ? [] : [[i, segment] as const]))
    : undefined
}

function matchRoute(wanted: readonly string[]): FactPredicate {
  const known = new Map<JournaledUnit, PlacedValues>()
  return ({ unit, path }) => {
    if (unit === undefined) return false
    if (!known.has(unit)) known.set(unit, requiredValues(wanted, unit.path.split('/')))
    const values = known.get(unit)
    if (values === undefined || values.length === 0) return values !== undefined
    if (path === undefined) return undefined
    const sent = pathSegments(belowBase(path))
    return values.every(([place, value]) => sent[place] === value)
  }
}

/** Compares paths segment by segment, decoded. */
function isSamePath(one: string, other: string): boolean {
  if (one === other) return true
  const segments = pathSegments(other)
  const own = pathSegments(one)
  return own.length === segments.length && own.every((segment, i) => segment === segments[i])
}

/** Path of the API without its version. */
export function belowBase(path: string): string {
  return path.replace(/^\/v1(?=\/|$)/, '')
}
