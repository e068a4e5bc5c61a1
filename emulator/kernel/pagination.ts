import { ApiError } from '../contract/api-error.ts'
import type { BaseRecord, Row } from '../world/row.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Exchange } from './exchange.ts'
import type { Listing, OpaquePage, PageShape, RecordPage } from './pages.ts'

type Fields = Record<string, unknown>

/** Size of a record-cursor page: fixed. */
const RECORD_PAGE = 10

/** `limit` of List Revisions: the specification's own numbers, which settings do not move. */
export const REVISIONS_LIMIT = { standard: 50, maximum: 200 }

/** Cuts the page that a request asks for out of a listing. */
export function page(exchange: Exchange, shape: PageShape, listing: Listing): Fields {
  exchange.cite('pagination.shape-belongs-to-endpoint')
  const fields = cut[shape.kind](exchange, shape as never, listing)
  return listing.fields === undefined ? fields : { ...listing.fields, ...fields }
}

const cut: { [K in PageShape['kind']]: (exchange: Exchange, shape: Extract<PageShape, { kind: K }>, listing: Listing) => Fields } = {
  complete(exchange, shape, listing) {
    exchange.cite('pagination.complete.whole-set', 'pagination.complete.no-pagination-field')
    return { [shape.items]: inAnyOrder(exchange, shown(listing, [...listing.rows.oldest()])) }
  },

  unpaginated(exchange, shape, listing) {
    const budget = exchange.world.settings.unpaginated_bytes
    // "Roughly" 1 MB.
    const { rows, more } = withinBudget(listing.rows.oldest(), exchange.variation?.roughly(budget) ?? budget)
    exchange.cite('pagination.unpaginated.single-page-of-1mb', 'A-31')
    if (more) exchange.cite('pagination.unpaginated.cut-is-silent', 'A-50')
    const items = shown(listing, rows)
    if (more && items.length === 0) exchange.cite('pagination.unpaginated.empty-does-not-prove-absence')
    return { [shape.items]: inAnyOrder(exchange, items) }
  },

  opaque(exchange, shape, listing) {
    const { seed } = exchange.world
    const binding = JSON.stringify([exchange.unit!.id, ...(listing.binding ?? [])])
    const limit = opaqueLimit(exchange, shape)
    const cursor = (shape.place === 'query' ? exchange.query : exchange.body)['cursor'] as string | undefined
    if (cursor === undefined) exchange.cite('pagination.first-call-omits-cursor')
    else exchange.cite('pagination.opaque.resumes-at-cursor', 'A-33', 'A-34')
    if (cursor !== undefined && shape.place === 'body') exchange.cite('pagination.cursor-is-a-body-field')
    const from = cursor === undefined ? undefined : decodeCursor(seed, binding, cursor)
    // `limit` bounds the rows that are read; how many are is left open.
    const fill = exchange.variation === undefined ? limit : 1 + exchange.variation.below(limit)
    const { rows, beyond } = take(listing.rows[shape.order](from), fill)
    const last = rows.at(-1)
    const more = beyond || hasTrailingPage(exchange, rows, fill)
    const items = shown(listing, rows)
    markOpaque(exchange, items.length, limit, more)
    if (!more && shape.place === 'query') exchange.cite('revisions.list.null-when-exhausted')
    return { [shape.items]: inAnyOrder(exchange, items), cursor: more && last ? encodeCursor(seed, binding, last.seq) : null }
  },

  record(exchange, shape, listing) {
    const from = recordStart(exchange, shape, listing)
    const { rows, beyond } = take(listing.rows.newest(from?.seq), RECORD_PAGE)
    const more = beyond || hasTrailingPage(exchange, rows, RECORD_PAGE)
    exchange.cite('pagination.record.last-id-in-response', 'pagination.record.page-of-ten', 'pagination.record.newest-first')
    if (!more) exchange.cite('pagination.record.null-means-exhausted')
    return { [shape.items]: shown(listing, rows), [`last_${shape.noun}_id`]: more ? rows.at(-1)!.record.id : null }
  },
}

function shown(listing: Listing, rows: readonly Row[]): readonly unknown[] {
  const { keep, view } = listing
  const items: unknown[] = []
  for (const { record } of rows) {
    if (keep === undefined || keep(record)) items.push(view === undefined ? record : view(record))
  }
  return items
}

/** The rows of a page, and whether there are more behind them. */
function take<R extends BaseRecord>(source: Iterable<Row<R>>, limit: number): { rows: Row<R>[]; beyond: boolean } {
  const rows: Row<R>[] = []
  for (const row of source) {
    if (rows.length === limit) return { rows, beyond: true }
    rows.push(row)
  }
  return { rows, beyond: false }
}

/** The longest prefix within the byte budget; the first row is always read. */
export function withinBudget<R extends BaseRecord>(rows: Iterable<Row<R>>, budget: number): { rows: Row<R>[]; more: boolean } {
  const read: Row<R>[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += row.bytes
    if (bytes > budget && read.length > 0) return { rows: read, more: true }
    read.push(row)
  }
  return { rows: read, more: false }
}

/** Whether a page that ends on the last record answers a cursor: a full one does. */
function hasTrailingPage(exchange: Exchange, rows: readonly Row[], limit: number): boolean {
  if (rows.length < limit) return false
  exchange.cite('A-32')
  return exchange.variation?.flip() ?? exchange.world.settings.trailing_page
}

/** Only record-cursor listings promise an order. */
function inAnyOrder(exchange: Exchange, items: readonly unknown[]): readonly unknown[] {
  return exchange.variation?.shuffled(items) ?? items
}

function markOpaque(exchange: Exchange, shownItems: number, limit: number, more: boolean): void {
  exchange.cite('pagination.opaque.cursor-in-response', 'pagination.limit-bounds-rows-read')
  if (!more) exchange.cite('pagination.opaque.null-means-exhausted')
  else if (shownItems === 0) exchange.cite('pagination.empty-page-is-not-the-end')
  else if (shownItems < limit) exchange.cite('pagination.short-page-is-not-the-end')
}

function opaqueLimit(exchange: Exchange, shape: OpaquePage): number {
  const given = (shape.place === 'query' ? exchange.query : exchange.body)['limit'] as string | number | undefined
  exchange.cite('pagination.opaque.limit-is-optional')
  const { settings } = exchange.world
  const { standard, maximum } = shape.place === 'query'
    ? REVISIONS_LIMIT
    : { standard: settings.default_limit, maximum: settings.maximum_limit }
  if (given === undefined) {
    if (shape.place === 'query') exchange.cite('pagination.revisions.limit-default-50')
    else exchange.cite('A-29')
    return shape.place === 'query' || exchange.variation === undefined ? standard : 1 + exchange.variation.below(maximum)
  }
  const limit = typeof given === 'number' ? given : /^-?\d+$/.test(given) ? Number(given) : Number.NaN
  if (limit >= 1 && limit <= maximum) {
    if (shape.place === 'query') exchange.cite('pagination.revisions.limit-maximum-200')
    return limit
  }
  exchange.cite(shape.place === 'query' ? 'pagination.revisions.limit-out-of-range' : 'A-29')
  if (limit > maximum) exchange.cite('pagination.opaque.limit-above-maximum-refused')
  throw new ApiError('invalid_limit', `'limit' must be an integer from 1 to ${maximum}; it was ${JSON.stringify(given)}. It is not clamped.`)
}

/**
 * The row that a record cursor names. It must still be there: resuming at a record that was deleted, or that
 * never was in this listing, fails as a server error.
 */
function recordStart(exchange: Exchange, shape: RecordPage, listing: Listing): Row | undefined {
  const id = exchange.body[`start_${shape.noun}_id`] as string | undefined
  if (id === undefined) {
    exchange.cite('pagination.first-call-omits-cursor')
    return undefined
  }
  exchange.cite('pagination.record.resumes-at-start-id', 'pagination.cursor-is-a-body-field')
  const row = listing.rows.row?.(id)
  if (row !== undefined && listing.rows.contains?.(row) !== false) return row
  exchange.cite('pagination.record.deleted-record', 'A-34', 'A-35')
  throw new ApiError('internal_error', `The listing cannot resume: it holds no ${shape.noun} '${id}' any more.`)
}
