import type * as v from 'valibot'
import { isObject } from '../../../engine/checking/is-object.ts'
import { isFreeOrder } from '../../../engine/kernel/unspecified/documented-line.ts'
import type { PageShape } from '../../../engine/kernel/pages.ts'
import type { Unit } from '../../../engine/kernel/unit/definition.ts'
import type { Findings } from './findings.ts'
import { findId, matchItems, type MatchedItems } from './match-items.ts'
import type { ParsedAnswer } from './parsed-answer.ts'
import { comparePresence, compareRecords, keepSecrets } from './records.ts'

/** Facts that a comparison of listings needs beside the two answers. */
export interface ListingContext {
  /** `cursor` and `limit` of the request, as they were sent to the target. */
  readonly cursor: string | undefined
  /** The cursor as it was sent to the twin. */
  readonly twinCursor: string | undefined
  readonly limit: number | undefined
  /** All items of the listing at the twin. */
  readonly whole: () => readonly unknown[]
  /** How many rows the listing has at the twin, with those that access filtering hides. */
  readonly countRows: () => number
}

/** Fields of paginated listings; an unpaginated listing has none of them. */
const pagingField = /^(?:cursor|next|has_more|truncated|count|total|last_\w+_id)$/
/** Least size in bytes of a listing that the service may have cut: a tenth below 1 MB. */
const MAY_BE_CUT = 900_000

/** Compares two pages of a listing in what the specification determines. */
export function compareListings(
  found: Findings,
  unit: Unit,
  page: PageShape,
  target: ParsedAnswer,
  twin: ParsedAnswer,
  context: ListingContext,
): void {
  const items = target.fields[page.items]
  const twinItems = twin.fields[page.items]
  if (!Array.isArray(items) || !Array.isArray(twinItems)) {
    if (Array.isArray(items) !== Array.isArray(twinItems)) found.differ(`\`${page.items}\``, items, twinItems)
    return
  }
  comparePagingFields(found, page, target, twin)
  const all = page.kind === 'opaque' ? context.whole() : twinItems
  const matched = matchItems(found, items as unknown[], all)
  const schema = (unit.returns[page.items] as { item?: v.GenericSchema } | undefined)?.item
  const noun = page.items
  for (const [n, [one, other]] of matched.pairs.entries())
    if (isObject(one) && isObject(other)) compareRecords(found, `${noun}[${n}]`, one, other, schema)
  for (const [n, item] of matched.anonymous.entries())
    comparePresence(found, `${noun}[]`, item, matched.missing[n], schema)
  keepSecrets(found, ...(items as unknown[]))
  for (const item of matched.surplus)
    if (!isTwice(found, item, items as unknown[], twinItems as unknown[]))
      found.differ(`\`${noun}\` lists a wrong item`, item, undefined)
  if (!isFreeOrder(page)) compareOrder(found, noun, matched.pairs, twinItems)
  if (page.kind === 'opaque') return compareWalk(found, noun, items as unknown[], matched, { target, twin, context })
  const { anonymous, missing } = matched
  found.unknown.push(...anonymous.slice(missing.length).map(describe))
  const isCut = page.kind === 'unpaginated' && target.length > MAY_BE_CUT
  if (!isCut)
    for (const item of missing.slice(anonymous.length)) found.differ(`\`${noun}\` leaves out an item`, undefined, item)
}

/** True for an item that both pages list more than once. */
function isTwice(found: Findings, item: unknown, items: readonly unknown[], twinItems: readonly unknown[]): boolean {
  const id = findId(item)
  const twinId = id === undefined ? undefined : (found.findTwin(id) ?? id)
  const isMore = (all: readonly unknown[], wanted: string | undefined): boolean =>
    all.filter((each) => findId(each) === wanted).length > 1
  return id !== undefined && isMore(items, id) && isMore(twinItems, twinId)
}

function comparePagingFields(found: Findings, page: PageShape, target: ParsedAnswer, twin: ParsedAnswer): void {
  const names = [...Object.keys(target.fields), ...Object.keys(twin.fields)].filter((name) => pagingField.test(name))
  for (const name of new Set(names)) {
    const [one, other] = [target.fields[name], twin.fields[name]]
    // The rows that a page reads are free, so a cursor may come a page later: compareWalk looks at the items instead.
    const isFree = name === 'cursor' && page.kind === 'opaque' && [one, other].every(isToken)
    if (describeKind(one) !== describeKind(other) && !isFree) found.differ(`\`${name}\``, one, other)
    else if (typeof one === 'string' && typeof other === 'string') pairTokens(found, name, one, other)
  }
}

/**
 * Pairs two cursors. A record cursor is an id, so two that belong to different records differ; an opaque one can be
 * anything.
 */
function pairTokens(found: Findings, name: string, target: string, twin: string): void {
  const paired = found.findTwin(target) === undefined && found.findTarget(twin) === undefined
  if (paired) found.pair(target, twin)
  else if (name !== 'cursor' && found.findTwin(target) !== twin && target !== twin)
    found.differ(`\`${name}\``, target, found.findTarget(twin) ?? twin)
}

/** True for a cursor or null, the two values that can end a page. */
function isToken(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value !== '')
}

function describeKind(value: unknown): string {
  return value === null ? 'null' : value === '' ? 'an empty text' : typeof value
}

function compareOrder(
  found: Findings,
  noun: string,
  pairs: readonly (readonly [unknown, unknown])[],
  twinItems: readonly unknown[],
): void {
  const places = pairs.map(([, twin]) => twinItems.indexOf(twin))
  if (places.every((place, n) => n === 0 || place > places[n - 1]!)) return
  const order = pairs.map(([item]) => describe(item)).join(', ')
  const other = twinItems.map((item) => describe(item)).join(', ')
  found.differ(`the order of \`${noun}\``, order, other)
}

interface ListingWalk {
  readonly target: ParsedAnswer
  readonly twin: ParsedAnswer
  readonly context: ListingContext
}

/**
 * Compares pages of an opaque cursor: no page repeats an item of an earlier one, and the last comes after all items.
 */
function compareWalk(
  found: Findings,
  noun: string,
  items: readonly unknown[],
  { pairs, anonymous, missing }: MatchedItems,
  { target, twin, context }: ListingWalk,
): void {
  const { cursor, limit } = context
  const before = found.memory.findWalk(cursor)
  const twinItems = twin.fields[noun] as unknown[]
  const twinRepeats = twinItems.some((item) => before.shown.includes(findKey(item)))
  for (const item of items)
    if (before.ids.includes(findId(item) ?? '') && !twinRepeats)
      found.differ(`\`${noun}\` repeats an item of an earlier page`, item, undefined)
  const count = twinItems.length
  if (limit !== undefined && items.length > limit !== count > limit)
    found.differ(`\`${noun}\` against the limit ${limit}`, items.length, count)
  const walk = {
    ids: [...before.ids, ...items.flatMap((item) => findId(item) ?? [])],
    shown: [...before.shown, ...pairs.map(([, item]) => findKey(item))],
    anonymous: before.anonymous + anonymous.length,
    mostRead: before.mostRead + (limit ?? Infinity),
  }
  const left = missing.filter((item) => !walk.shown.includes(findKey(item)))
  if (walk.anonymous > left.length) found.unknown.push(...anonymous.slice(0, 1).map(describe))
  const next = target.fields['cursor']
  if (typeof twin.fields['cursor'] === 'string') found.memory.handOut(twin.fields['cursor'])
  if (typeof next === 'string') found.memory.keepWalk(next, walk)
  if (next !== null || (cursor !== undefined && !found.memory.knowsWalk(cursor))) return
  if (left.length <= walk.anonymous) return compareRowsRead(found, noun, walk.mostRead, context)
  const twinShown = new Set([...walk.shown, ...twinItems.map(findKey)])
  const twinEndsEarly = twin.fields['cursor'] === null && left.some((item) => !twinShown.has(findKey(item)))
  if (!twinEndsEarly) found.differ(`\`${noun}\` ends with a null cursor before an item`, undefined, left[0])
}

/**
 * Pages up to a null cursor read every row, and none reads more than its limit: rows that the caller may not see count,
 * too.
 */
function compareRowsRead(found: Findings, noun: string, mostRead: number, { countRows }: ListingContext): void {
  const rows = mostRead === Infinity ? 0 : countRows()
  if (mostRead < rows)
    found.differ(
      `\`${noun}\` against the rows read`,
      `ended after ${mostRead} rows at most`,
      `${rows} rows, some of them hidden`,
    )
}

function findKey(item: unknown): string {
  return findId(item) ?? JSON.stringify(item)
}

function describe(item: unknown): string {
  return isObject(item) ? String(item['alias'] ?? item['id'] ?? JSON.stringify(item)) : String(item)
}
