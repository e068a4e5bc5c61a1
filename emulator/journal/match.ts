import * as v from 'valibot'
import { fields } from '../diagnostics/strict.ts'
import { nearest } from '../diagnostics/near-miss.ts'
import { problemsIn } from '../diagnostics/issues.ts'
import { pathText, type Problem } from '../diagnostics/problems.ts'
import { differences, matcherProblems, type Difference as ValueDifference } from '../format/expect.ts'
import { shortened } from '../contract/shortened.ts'
import { holdsMoreThan } from '../diagnostics/bounded-parse.ts'
import type { JournalEntry } from './render.ts'

const text = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))
/** Values that may be compared with each of the entries. */
const MAX_COMPARED = 1_000
const record = v.pipe(
  v.unknown(),
  v.check((value) => !holdsMoreThan(value, MAX_COMPARED), `expected at most ${MAX_COMPARED} values to compare`),
  v.record(v.string(), v.unknown()),
)

/** Which exchanges are meant. All that is given must hold. */
export const matchSchema = fields({
  /** `GET /users/me` as written, `GET /users/:user_id` for every request to it, `GET` or `*`. */
  endpoint: v.optional(v.pipe(text, v.description('`METHOD /path`: as written, or the pattern of an endpoint; `*` for every endpoint.'))),
  command: v.optional(v.pipe(text, v.description('`workflow.list_sessions`, `workflow.*` or `*`, over either transport.'))),
  via: v.optional(v.picklist(['http', 'socket'])),
  method: v.optional(text),
  path: v.optional(v.pipe(text, v.description('The path as sent, without its query.'))),
  caller: v.optional(v.pipe(text, v.description('Alias of the user.'))),
  params: v.optional(v.pipe(record, v.description('Path parameters, query, body fields or command parameters: a partial match, matchers as in `expect`.'))),
  status: v.optional(v.pipe(v.number(), v.integer())),
  error: v.optional(v.pipe(text, v.description('Error code of a refusal.'))),
  response: v.optional(v.pipe(record, v.description('Fields of the answer: a partial match.'))),
  clause: v.optional(text),
  assumption: v.optional(text),
  trigger: v.optional(text),
})

export type JournalMatch = v.InferOutput<typeof matchSchema>

export interface Difference {
  /** The field of the match: `caller`, `params.org_id`. */
  readonly field: string
  readonly expected: string
  readonly actual: string
}

type Test = (expected: never, entry: JournalEntry) => ValueDifference[]

const tests: { readonly [F in keyof JournalMatch]-?: Test } = {
  endpoint: (expected: string, entry) => matchesEndpoint(expected, entry) ? [] : [differs('endpoint', expected, endpointOf(entry))],
  command: (expected: string, { unit }) => matchesCommand(expected, unit) ? [] : [differs('command', expected, unit)],
  via: (expected: string, { via }) => equal('via', expected, via),
  method: (expected: string, { request }) => equal('method', expected.toUpperCase(), request.method),
  path: (expected: string, { request }) => equal('path', expected, pathOf(request.url)),
  caller: (expected: string, { caller }) => equal('caller', expected, caller),
  params: (expected: unknown, entry) => compared(expected, paramsOf(entry), 'params'),
  status: (expected: number, { response }) => equal('status', expected, response?.status ?? null),
  error: (expected: string, { error }) => equal('error', expected, error),
  response: (expected: unknown, { response }) => compared(expected, response?.body, 'response'),
  clause: (expected: string, { clauses }) => among('clause', expected, clauses),
  assumption: (expected: string, { assumptions }) => among('assumption', expected, assumptions),
  trigger: (expected: string, { triggers }) => among('trigger', expected, triggers),
}

/** What is wrong with a match: its shape, and the matchers inside. Paths start at the match. */
export function matchProblems(match: unknown): Problem[] {
  const problems = problemsIn(matchSchema, match)
  if (problems.length > 0) return problems
  const { params, response } = match as JournalMatch
  return [...matcherProblems(params ?? {}, ['params']), ...matcherProblems(response ?? {}, ['response'])]
}

/** Where an exchange differs from what is meant; empty when it is one of them. */
export function differencesFrom(match: JournalMatch, entry: JournalEntry): Difference[] {
  const found: Difference[] = []
  for (const field of Object.keys(match) as (keyof JournalMatch)[]) {
    if (match[field] === undefined) continue
    for (const { path, expected, actual } of tests[field](match[field] as never, entry)) {
      found.push({ field: pathText(path), expected, actual })
    }
  }
  return found
}

/** A field that was never set is named with the one that was probably meant. */
function compared(expected: unknown, actual: unknown, field: string): ValueDifference[] {
  return differences(expected, actual, [field]).map((difference) => {
    if (difference.actual !== 'nothing') return difference
    const [, ...inner] = difference.path
    const name = inner.pop()
    const holder = inner.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], actual)
    const known = typeof holder === 'object' && holder !== null ? Object.keys(holder) : []
    const near = typeof name === 'string' ? nearest(name, known) : undefined
    return near === undefined ? difference : { ...difference, actual: `nothing, but there is '${near}'` }
  })
}

/** `GET /users/me`: method and path as sent, below the base of the API. */
export function endpointOf({ request }: JournalEntry): string {
  return `${request.method} ${pathOf(request.url).replace(/^\/v1(?=\/|$)/, '')}`
}

/** What a request names: path parameters, query and body fields. */
function paramsOf({ request }: JournalEntry): Record<string, unknown> {
  const query = Object.fromEntries(new URLSearchParams(request.url.split('?', 2)[1] ?? ''))
  const body = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body) ? request.body : {}
  return { ...query, ...body, ...request.params }
}

function matchesEndpoint(expected: string, entry: JournalEntry): boolean {
  if (expected === '*') return true
  const [method, path] = expected.split(' ', 2) as [string, string?]
  if (path === undefined) return method === entry.request.method
  const wanted = path.replace(/^\/v1(?=\/)/, '')
  if (method !== '*' && method !== entry.request.method) return false
  const sent = endpointOf(entry).split(' ', 2)[1]!
  return sent === wanted || matchesRoute(wanted.split('/'), entry.unit?.split(' ', 2)[1]?.split('/') ?? [], sent.split('/'))
}

/** Where the path has `:names`, every request to the route, whatever its parameters are called. */
function matchesRoute(wanted: readonly string[], route: readonly string[], sent: readonly string[]): boolean {
  return wanted.length === route.length && wanted.every((segment, i) => (segment.startsWith(':') ? route[i]!.startsWith(':') : segment === sent[i]))
}

function matchesCommand(expected: string, unit: string | null): boolean {
  if (unit === null || unit.includes(' ')) return false
  return expected === '*' || expected === unit || (expected.endsWith('.*') && unit.startsWith(expected.slice(0, -1)))
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!
}

function equal(field: string, expected: unknown, actual: unknown): ValueDifference[] {
  return expected === actual ? [] : [differs(field, expected, actual)]
}

function among(field: string, expected: string, actual: readonly string[]): ValueDifference[] {
  if (actual.includes(expected)) return []
  const near = nearest(expected, actual)
  return [differs(field, expected, near ?? (actual.length === 0 ? null : actual.join(', ')))]
}

function differs(field: string, expected: unknown, actual: unknown): ValueDifference {
  return { path: [field], expected: shown(expected), actual: shown(actual) }
}

function shown(value: unknown): string {
  return value === null ? 'none' : shortened(String(value), 200)
}
