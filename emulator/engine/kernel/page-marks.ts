/** Marks of the rules of pagination: a page shows only those that took effect in it. */
import { utf8Length, type Row } from '../world/row.ts'
import type { Exchange } from './exchange.ts'
import { RECORD_PAGE_ROWS, type Listing, type OpaquePage, type RecordPage, type UnpaginatedPage } from './pages.ts'

export interface OpaqueCut {
  readonly rows: readonly Row[]
  /** Number of rows that are answered. */
  readonly items: number
  /** True if there are rows after the page. */
  readonly beyond: boolean
  readonly exhausted: boolean
  readonly limit: number
  /** True if the request has a limit. */
  readonly given: boolean
  /** True if the request has a cursor. */
  readonly resumed: boolean
}

export function markOpaque(exchange: Exchange, shape: OpaquePage, cut: OpaqueCut): void {
  const { rows, items, beyond, exhausted, limit, resumed } = cut
  const inQuery = shape.place === 'query'
  exchange.cite('pagination.opaque.cursor-in-response', shape.clause, 'A-349')
  if (shape.order === 'newest' && (rows.length > 1 || beyond || resumed)) exchange.cite('A-98')
  if (resumed) exchange.cite('A-33')
  if (rows.length > 0) {
    if (!resumed) exchange.cite('pagination.first-call-omits-cursor')
    else
      exchange.cite(
        'pagination.opaque.resumes-at-cursor',
        inQuery ? 'pagination.revisions.cursor-in-query' : 'pagination.cursor-is-a-body-field',
      )
  }
  markLimit(exchange, shape, cut)
  if (rows.length === limit && items < rows.length) exchange.cite('pagination.limit-bounds-rows-read')
  if (exhausted) {
    exchange.cite('pagination.opaque.null-means-exhausted', 'pagination.shape-belongs-to-endpoint')
    if (inQuery) exchange.cite('revisions.list.null-when-exhausted')
  } else if (beyond && items < limit) {
    exchange.cite(items === 0 ? 'pagination.empty-page-is-not-the-end' : 'pagination.short-page-is-not-the-end')
  }
}

function markLimit(exchange: Exchange, { place }: OpaquePage, { rows, beyond, limit, given }: OpaqueCut): void {
  const inQuery = place === 'query'
  if (!given) {
    exchange.cite('pagination.opaque.limit-is-optional')
    if (!inQuery) exchange.cite('A-29')
    else if (rows.length === limit && beyond) exchange.cite('pagination.revisions.limit-default-50')
    return
  }
  if (rows.length === limit) exchange.cite('pagination.opaque.limit-accepted')
  if (!inQuery) return
  if (rows.length === limit) exchange.cite('pagination.revisions.limit-in-query')
  if (limit === 1) exchange.cite('pagination.revisions.limit-minimum-1')
  if (limit === 200) exchange.cite('pagination.revisions.limit-maximum-200')
}

export interface RecordCut {
  readonly rows: number
  readonly beyond: boolean
  readonly exhausted: boolean
  readonly resumed: boolean
}

export function markRecord(
  exchange: Exchange,
  { clause }: RecordPage,
  { rows, beyond, exhausted, resumed }: RecordCut,
): void {
  exchange.cite('pagination.record.last-id-in-response', clause, 'A-349')
  if (rows > 0) {
    if (resumed) exchange.cite('pagination.record.resumes-at-start-id', 'pagination.cursor-is-a-body-field', 'A-34')
    else exchange.cite('pagination.first-call-omits-cursor')
  }
  if (rows === RECORD_PAGE_ROWS && beyond) exchange.cite('pagination.record.page-of-ten')
  if (rows > 1) exchange.cite('pagination.record.newest-first')
  if (rows > 1 || beyond || resumed) exchange.cite('A-98')
  if (exhausted) exchange.cite('pagination.record.null-means-exhausted', 'pagination.shape-belongs-to-endpoint')
  else if (beyond && rows < RECORD_PAGE_ROWS)
    exchange.cite(rows === 0 ? 'pagination.empty-page-is-not-the-end' : 'pagination.short-page-is-not-the-end')
}

export interface UnpaginatedCut {
  readonly rows: readonly Row[]
  readonly more: boolean
  readonly items: readonly unknown[]
}

/** Bounds of "roughly 1 MB", in bytes of an answer. */
const ROUGHLY = { from: 900_000, to: 1_150_000 }

/** Marks an unpaginated listing. One that was not cut looks like any other, and shows nothing of this shape. */
export function markUnpaginated(
  exchange: Exchange,
  shape: UnpaginatedPage,
  listing: Listing,
  { rows, more, items }: UnpaginatedCut,
): void {
  if (!more) return
  exchange.cite(shape.clause, 'pagination.unpaginated.cut-is-silent', 'pagination.shape-belongs-to-endpoint', 'A-31')
  if (items.length < rows.length) {
    if (listing.filterClause !== undefined) exchange.cite(listing.filterClause)
    if (items.length === 0 && matchesBeyond(listing, rows))
      exchange.cite('pagination.unpaginated.empty-does-not-prove-absence')
  } else exchange.isCut = true
}

/** Marks a cut listing whose answer has the size that the specification names; settings may give it another. */
export function markCut(exchange: Exchange): void {
  const { isCut, failure, response } = exchange
  if (!isCut || failure !== undefined || typeof response?.body !== 'string') return
  const bytes = utf8Length(response.body)
  if (bytes >= ROUGHLY.from && bytes <= ROUGHLY.to) exchange.cite('pagination.unpaginated.single-page-of-1mb')
}

function matchesBeyond({ rows, keep }: Listing, read: readonly Row[]): boolean {
  const seen = new Set(read)
  for (const row of rows.oldest()) if (!seen.has(row) && keep!(row.record)) return true
  return false
}

/**
 * Marks ignored pagination in the query string that would have changed the answer: a cursor, or a limit below the
 * number of items.
 */
export function markIgnoredPaging(exchange: Exchange, items: readonly unknown[]): void {
  const { request, unit } = exchange
  const start = request.url.indexOf('?')
  if (start < 0) return
  const sent = new URLSearchParams(request.url.slice(start))
  for (const name of Object.keys(unit!.querySchema?.entries ?? {})) sent.delete(name)
  const cuts = (name: string) => sent.has(name) && Number(sent.getAll(name).at(-1)) < items.length
  if (sent.has('cursor') || cuts('limit') || cuts('per_page')) exchange.cite('pagination.no-query-parameters')
}
