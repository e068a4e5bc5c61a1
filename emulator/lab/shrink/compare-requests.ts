import { isObject } from '../../engine/checking/is-object.ts'
import { times } from '../../engine/checking/plural.ts'
import { shortened } from '../../contract/shortened.ts'
import type { JournalEntry, TimelineEntry } from '../../engine/journal/journal-entry.ts'
import { numberWords } from '../engine/output.ts'

/** The first request in which two runs differ. */
export interface RequestDifference {
  /** Numbers of the entries in the two runs; null where a run has ended. */
  readonly entries: readonly [first: number | null, second: number | null]
  /** A sentence without its beginning: `POST /orgs twice instead of once`. */
  readonly what: string
}

export interface RequestsComparison {
  /** Requests of the two runs before any difference. */
  readonly same: number
  readonly requests: readonly [first: number, second: number]
  readonly difference: RequestDifference | null
}

/**
 * Pairs the requests of two runs in order, up to the first difference in a request or its answer. Ids and secrets are
 * numbered as they appear, so that those of one run stand for those of the other one to one; times do not count.
 */
export function compareRequests(first: readonly TimelineEntry[], second: readonly TimelineEntry[]): RequestsComparison {
  const [one, other] = [readExchanges(first), readExchanges(second)]
  const same = countSame(one, other)
  const [left, right] = [one[same], other[same]]
  const entries = [left?.number ?? null, right?.number ?? null] as const
  return {
    same,
    requests: [one.length, other.length],
    difference:
      left === undefined && right === undefined ? null : { entries, what: describeDifference(one, other, same) },
  }
}

interface Exchange {
  readonly number: number
  /** `POST /orgs`, `workflow.list_sessions` */
  readonly title: string
  readonly request: unknown
  readonly answer: unknown
  /** `503 internal_error` */
  readonly end: string
}

function readExchanges(entries: readonly TimelineEntry[]): Exchange[] {
  const number = numberWords()
  const labelled = <T>(value: T): T => (value === undefined ? value : (JSON.parse(number(JSON.stringify(value))) as T))
  return entries.filter(isRequest).map((entry) => readExchange(entry, labelled))
}

/** True for a request and its answer that belong to the run as it went on. */
function isRequest(entry: TimelineEntry): entry is JournalEntry {
  return entry.request !== null && entry.other_branch !== true
}

function readExchange(entry: JournalEntry, labelled: <T>(value: T) => T): Exchange {
  const { number, via, unit, caller, request, response, error, delivery } = entry
  const [path = '', query = ''] = labelled(request.url).split('?', 2)
  const sent = labelled({ caller, query, body: request.body ?? null })
  const answer = labelled({
    status: response?.status ?? null,
    delivery: delivery ?? null,
    body: response?.body ?? null,
  })
  return {
    number,
    title: via === 'socket' && unit !== null ? unit : `${request.method} ${path.replace(/^\/v1(?=\/)/, '')}`,
    request: sent,
    answer,
    end: [response === null ? 'no answer' : String(response.status), ...(error === null ? [] : [error])].join(' '),
  }
}

function countSame(one: readonly Exchange[], other: readonly Exchange[]): number {
  const isSame = (a: Exchange | undefined, b: Exchange | undefined): boolean =>
    a?.title === b?.title && JSON.stringify([a?.request, a?.answer]) === JSON.stringify([b?.request, b?.answer])
  let same = 0
  while (same < Math.min(one.length, other.length) && isSame(one[same], other[same])) same++
  return same
}

function describeDifference(one: readonly Exchange[], other: readonly Exchange[], at: number): string {
  const [left, right] = [one[at], other[at]]
  const before = one[at - 1]?.title
  const repeated = [left?.title, right?.title].find((title) => title !== undefined && title === before)
  if (left?.title !== right?.title && repeated !== undefined)
    return `${repeated} ${times(countAround(other, at, repeated))} instead of ${times(countAround(one, at, repeated))}`
  if (left === undefined) return `${right!.title}, where the first run ends`
  if (right === undefined) return `the end, where the first run asks ${left.title}`
  if (left.title !== right.title) return `${right.title} instead of ${left.title}`
  const sent = findChange(left.request, right.request)
  if (sent !== undefined) return `${right.title} with another request: ${sent}`
  if (left.end !== right.end) return `${right.title} is answered ${right.end} instead of ${left.end}`
  return `${right.title} is answered otherwise: ${findChange(left.answer, right.answer)}`
}

/** Number of requests in a row with this title that end before a place, with those that go on behind it. */
function countAround(run: readonly Exchange[], at: number, title: string): number {
  let [from, to] = [at, at]
  while (run[from - 1]?.title === title) from--
  while (run[to]?.title === title) to++
  return to - from
}

const MAX_SHOWN = 120

/** The first value that differs: `body.alias: "b" instead of "a"`; undefined where all are equal. */
function findChange(one: unknown, other: unknown, path = ''): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  const isBranch = (value: unknown): value is object => isObject(value) || Array.isArray(value)
  if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other))
    return `${path === '' ? '' : `${path}: `}${shown(other)} instead of ${shown(one)}`
  const [left, right] = [one, other] as Readonly<Record<string, unknown>>[]
  for (const name of new Set([...Object.keys(left!), ...Object.keys(right!)])) {
    const step = Array.isArray(one) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    const change = findChange(left![name], right![name], step)
    if (change !== undefined) return change
  }
  return 'the order of its fields'
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value), MAX_SHOWN)
}
