import { findCurrentAssumption } from '../../contract/assumption-ids.ts'
import { shortened } from '../../contract/shortened.ts'
import { citedStatements, cites } from '../coverage/citation-set.ts'
import { decodeHeader } from '../checking/header-text.ts'
import { nearest } from '../checking/near-miss.ts'
import { pathText } from '../checking/problems.ts'
import { differences, matches, type Difference as ValueDifference } from '../matching/expect.ts'
import type { KeptExchange } from './entry.ts'
import { renderBody, requestBody } from './render.ts'
import { factFields, type FactPredicate } from './fact-fields.ts'
import { readFacts, type EntryFacts } from './facts.ts'
import type { JournalMatch } from './match.ts'
import { fitsOneReading, isValue, jsonValues, queryValues, sentParams } from '../matching/request-values.ts'
import { redactHeaders, redactUrl } from './redact.ts'
import { type Fields, isObject } from '../checking/is-object.ts'

export interface MatchDifference {
  /** Field of the match: `caller`, `params.org_id`. */
  readonly field: string
  readonly expected: string
  readonly actual: string
}

/** Maximum of differences shown for one exchange. */
const MAX_DIFFERENCES = 50
/** Maximum of missing fields with a near miss: a name may be compared with a thousand others. */
const MAX_NAMED = 5

type FactFieldName = keyof typeof factFields

/** A match, compiled for many exchanges: facts are compared first, and only then fields that need rendering. */
export class CompiledFilter {
  readonly #match: JournalMatch
  readonly #predicates: readonly (readonly [FactFieldName, FactPredicate])[]
  readonly #others: readonly Other[]

  constructor(match: JournalMatch) {
    this.#match = match
    const given = Object.keys(factFields).filter(
      (field) => match[field as FactFieldName] !== undefined,
    ) as FactFieldName[]
    this.#predicates = given.map((field) => [field, factFields[field].compile(match[field] as never, match)])
    this.#others = compileOthers(match)
  }

  /** True if the match is empty. */
  get matchesAll(): boolean {
    return this.#predicates.length === 0 && this.#others.length === 0
  }

  /** True if an exchange matches. */
  matches(entry: KeptExchange): boolean {
    return this.countMisses(readFacts(entry)) === 0 && this.matchesOthers(entry)
  }

  /** True if the fields beyond the facts match. */
  matchesOthers(entry: KeptExchange): boolean {
    if (this.#others.length === 0) return true
    return this.#others.every((other) => other.fits(entry))
  }

  /** Number of facts that do not match. */
  countMisses(facts: EntryFacts): number {
    let count = 0
    for (const [, predicate] of this.#predicates) if (predicate(facts) !== true) count++
    return count
  }

  /** True if a dropped exchange matched, by its facts; undefined if they do not decide. */
  matchesDropped(facts: EntryFacts): boolean | undefined {
    const answers = this.#predicates.map(([, predicate]) => predicate(facts))
    if (answers.includes(false)) return false
    return answers.includes(undefined) || this.#others.length > 0 ? undefined : true
  }

  /** Differences between an exchange and the match; empty if it matches. */
  differences(entry: KeptExchange): MatchDifference[] {
    const facts = readFacts(entry)
    const ofFacts = this.#predicates
      .filter(([, predicate]) => predicate(facts) !== true)
      .map(([field]) =>
        differs(
          field,
          field === 'method' ? this.#match.method?.toUpperCase() : this.#match[field],
          factFields[field].actual(facts),
        ),
      )
    const all = [...ofFacts, ...this.#others.flatMap((other) => other.differences(entry))]
    const shown = all
      .slice(0, MAX_DIFFERENCES)
      .map(({ path, expected, actual }) => ({ field: pathText(path), expected, actual }))
    return all.length <= MAX_DIFFERENCES
      ? shown
      : [
          ...shown,
          { field: `and ${all.length - MAX_DIFFERENCES} more`, expected: 'what is meant', actual: 'something else' },
        ]
  }
}

/** A field of a match that facts do not decide. */
interface Other {
  fits(entry: KeptExchange): boolean
  /** Empty if it matches. */
  differences(entry: KeptExchange): ValueDifference[]
}

/** Fields of a match that name one item of a list that each exchange has. */
const listFields = {
  clause: {
    holds: ({ citations }, id) => cites(citations, id),
    list: ({ citations }) => citedStatements(citations).clauses,
  },
  assumption: {
    holds: ({ citations }, id) => cites(citations, findCurrentAssumption(id) ?? id),
    list: ({ citations }) => citedStatements(citations).assumptions,
  },
  trigger: { holds: ({ triggers }, id) => triggers.includes(id), list: ({ triggers }) => triggers },
} as const satisfies Record<string, ListField>

interface ListField {
  /** True if the list of the exchange has the item, without making the list. */
  holds(entry: KeptExchange, item: string): boolean
  list(entry: KeptExchange): readonly string[]
}

function compileOthers(match: JournalMatch): Other[] {
  const { params, response } = match
  const named = Object.keys(listFields) as (keyof typeof listFields)[]
  return [
    ...named.flatMap((field) => (match[field] === undefined ? [] : [among(field, match[field])])),
    ...(params === undefined ? [] : [comparedParams(params)]),
    ...(response === undefined ? [] : [comparedResponse(response)]),
  ]
}

function comparedResponse(expected: unknown): Other {
  return {
    fits: (entry) => matches(expected, bodyOfAnswer(entry)),
    differences: (entry) => differencesNamed(expected, bodyOfAnswer(entry), 'response'),
  }
}

/** Adds near misses to missing fields, if only few are missing. */
function differencesNamed(expected: unknown, actual: unknown, field: string): ValueDifference[] {
  const found = differences(expected, actual, [field])
  const missing = found.filter((difference) => difference.actual === 'nothing').slice(0, MAX_NAMED)
  return found.map((difference) => (missing.includes(difference) ? withNearField(difference, actual) : difference))
}

/** Adds to a missing field the existing field with a similar name. */
function withNearField(difference: ValueDifference, actual: unknown): ValueDifference {
  const [, ...inner] = difference.path
  const name = inner.pop()
  const holder = inner.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], actual)
  const known = typeof holder === 'object' && holder !== null ? Object.keys(holder) : []
  const near = typeof name === 'string' ? nearest(name, known) : undefined
  return near === undefined ? difference : { ...difference, actual: `nothing, but there is '${near}'` }
}

/** Compares named values of a request: path parameters, query and body fields, each as sent or as resolved. */
function comparedParams(expected: Fields): Other {
  const fields = Object.entries(expected)
  const isFound = ([name, value]: [string, unknown], sent: Fields, { params }: KeptExchange) =>
    fitsOneReading(value, (reading) =>
      isValue(value, reading === 'sent' || !Object.hasOwn(params, name) ? sent[name] : params[name]),
    )
  return {
    fits(entry) {
      const sent = sentValues(entry)
      return fields.every((field) => isFound(field, sent, entry))
    },
    differences(entry) {
      const sent = sentValues(entry)
      const missed = fields.filter((field) => !isFound(field, sent, entry))
      return missed.length === 0 ? [] : differencesNamed(Object.fromEntries(missed), shownValues(entry), 'params')
    },
  }
}

function sentValues(entry: KeptExchange): Fields {
  const { request, unit, call } = entry
  return {
    ...queryValues(request.url),
    ...(call ?? jsonValues(bodyText(entry))),
    ...(unit && sentParams(unit.path, request.url)),
  }
}

/** Named values of a request without its secrets. */
function shownValues(entry: KeptExchange): Record<string, unknown> {
  const { request, unit, params } = entry
  const body = unit?.transfer === 'upload' ? jsonValues(bodyText(entry)) : requestBody(entry)
  return { ...queryValues(redactUrl(request.url)), ...(isObject(body) ? body : {}), ...params }
}

/** JSON of a request over HTTP: its body, or the header of an upload. */
function bodyText({ unit, request: { body, headers } }: KeptExchange): string | undefined {
  if (unit?.transfer === 'upload') return decodeHeader(redactHeaders(headers, unit)['x-request-body'] ?? '')
  return body === null ? undefined : new TextDecoder().decode(body)
}

function bodyOfAnswer({ response, unit }: KeptExchange): unknown {
  return response && renderBody(response.body, response.headers, unit)
}

function among(field: keyof typeof listFields, expected: string): Other {
  const { holds, list }: ListField = listFields[field]
  return {
    fits: (entry) => holds(entry, expected),
    differences(entry) {
      if (holds(entry, expected)) return []
      const all = list(entry)
      return [differs(field, expected, nearest(expected, all) ?? (all.length === 0 ? null : all.join(', ')))]
    },
  }
}

function differs(field: string, expected: unknown, actual: unknown): ValueDifference {
  return { path: [field], expected: shown(expected), actual: shown(actual) }
}

function shown(value: unknown): string {
  return value === null ? 'none' : shortened(String(value), 200)
}
