import * as v from 'valibot'
import type { StatementId } from '../coverage/statements.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import type { Collection } from '../world/collection.ts'
import type { Position, Range } from '../world/range.ts'
import type { BaseRecord, Row } from '../world/row.ts'

/** Rows that a listing reads, lazily and from either end. */
export interface RowSource<R extends BaseRecord> {
  oldest(after?: number): Iterable<Row<R>>
  newest(before?: Position): Iterable<Row<R>>
  /** Checks that a row is one of these: a record cursor must name a record of its own listing. */
  contains?(row: Row<R>): boolean
  /** Finds a row by id, for record cursors. */
  row?(id: string): Row<R> | undefined
}

/** Rows of a range for a record cursor, which names a record by id: it must be one of the range. */
export function recordSource<R extends BaseRecord>(
  collection: Pick<Collection<R>, 'row'>,
  range: Range<R>,
): RowSource<R> {
  return {
    oldest: (after) => range.oldest(after),
    newest: (before) => range.newest(before),
    row: (id) => collection.row(id),
    contains: (row) => range.contains(row),
  }
}

/** Source of rows in memory, given in any order. */
export function listedRows<R extends BaseRecord>(rows: readonly Row<R>[]): RowSource<R> {
  const sorted = [...rows].sort((a, b) => a.seq - b.seq)
  return {
    oldest: (after = -1) => sorted.filter(({ seq }) => seq > after),
    newest: (before) => sorted.filter(({ seq }) => seq < (before?.seq ?? Infinity)).reverse(),
  }
}

export function noRows<R extends BaseRecord>(): RowSource<R> {
  return listedRows<R>([])
}

/** Listing that a handler returns; the kernel cuts the page out of it. */
export interface Listing<R extends BaseRecord = BaseRecord> {
  readonly rows: RowSource<R>
  /** Filter by access or field: it applies after the rows of the page are read, and does not change which are read. */
  readonly keep?: (record: R) => boolean
  /** Statements that a page with at least one item shows. */
  readonly shows?: readonly StatementId[]
  /** Statements that a page shows where the filter left out rows. */
  readonly hides?: readonly StatementId[]
  /** Clause by which an unpaginated listing filters after its cut. */
  readonly filterClause?: ClauseId
  /** Makes the item of the answer; by default, the record itself. */
  readonly view?: (record: R) => unknown
  /** Values that an opaque cursor is bound to, beside the unit's id. */
  readonly binding?: readonly string[]
  /** Further fields of the answer. */
  readonly fields?: Readonly<Record<string, unknown>>
}

interface ShapeKind<K extends string> {
  readonly kind: K
  /** Field that holds the items. */
  readonly items: string
  /** Clause by which the listing has this shape. */
  readonly clause: ClauseId
}

export type CompletePage = ShapeKind<'complete'>
export type UnpaginatedPage = ShapeKind<'unpaginated'>
export interface OpaquePage extends ShapeKind<'opaque'> {
  /** Place where clients send `cursor` and `limit`. */
  readonly place: 'body' | 'query'
  readonly order: 'oldest' | 'newest'
}
export interface RecordPage extends ShapeKind<'record'> {
  readonly noun: string
}

/** Shape of pages: a property of the endpoint, not of the response. */
export type PageShape = CompletePage | UnpaginatedPage | OpaquePage | RecordPage

/** Rows of a page with a record cursor: fixed by the specification. */
export const RECORD_PAGE_ROWS = 10

export const complete = (items: string, clause: ClauseId): CompletePage => ({ kind: 'complete', items, clause })
export const unpaginated = (items: string, clause: ClauseId): UnpaginatedPage => ({
  kind: 'unpaginated',
  items,
  clause,
})
export const opaque = (items: string, options: Pick<OpaquePage, 'place' | 'order' | 'clause'>): OpaquePage => ({
  kind: 'opaque',
  items,
  ...options,
})
export const recordCursor = (items: string, noun: string, clause: ClauseId): RecordPage => ({
  kind: 'record',
  items,
  noun,
  clause,
})

const optionalText = v.optional(v.string())

/** Fields that a page shape adds to the query of a request. */
export function queryCursorFields(page: PageShape | undefined): v.ObjectEntries | undefined {
  if (page?.kind === 'opaque' && page.place === 'query') return { cursor: optionalText, limit: optionalText }
  return undefined
}

/** Fields that a page shape adds to the body of a request. */
export function bodyCursorFields(page: PageShape | undefined): v.ObjectEntries {
  if (page?.kind === 'opaque' && page.place === 'body')
    return { cursor: optionalText, limit: v.optional(v.pipe(v.number(), v.integer())) }
  if (page?.kind === 'record') return { [`start_${page.noun}_id`]: optionalText }
  return {}
}
