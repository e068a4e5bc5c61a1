import { answeredId } from '../world/vary-ids.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { BaseRecord, Row } from '../world/row.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { emptyPage, hiddenId, positionAfterEmpty } from './empty-pages.ts'
import type { Exchange } from './exchange.ts'
import { requestedLimit } from './page-limit.ts'
import { markIgnoredPaging, markOpaque, markRecord, markUnpaginated } from './page-marks.ts'
import { documentedBytes } from './unspecified/unspecified.ts'
import { RECORD_PAGE_ROWS, type Listing, type PageShape, type RecordPage, type UnpaginatedPage } from './pages.ts'

type Fields = Record<string, unknown>

/** Cuts the page that a request asks for out of a listing. */
export function page(exchange: Exchange, shape: PageShape, listing: Listing): Fields {
  const fields = cut[shape.kind](exchange, shape as never, listing)
  markIgnoredPaging(exchange, fields[shape.items] as readonly unknown[])
  return listing.fields === undefined ? fields : { ...listing.fields, ...fields }
}

const cut: {
  [K in PageShape['kind']]: (exchange: Exchange, shape: Extract<PageShape, { kind: K }>, listing: Listing) => Fields
} = {
  complete(exchange, shape, listing) {
    const items = shown(exchange, listing, [...listing.rows.oldest()])
    exchange.cite('pagination.complete.no-pagination-field')
    if (items.length > 0) exchange.cite('pagination.complete.whole-set', shape.clause)
    return { [shape.items]: inAnyOrder(exchange, items) }
  },

  unpaginated(exchange, shape, listing) {
    const { unpaginated_bytes: standard, unpaginated_from: from } = exchange.world.settings
    // "Roughly" 1 MB.
    const budget = exchange.variation?.roughly(standard) ?? standard
    const { rows: read, more } = withinBudget(listing.rows[from](), budget, measureFor(exchange, shape))
    const rows = from === 'oldest' ? read : [...read].reverse()
    const items = shown(exchange, listing, rows)
    markUnpaginated(exchange, shape, listing, { rows, more, items, budget })
    return { [shape.items]: inAnyOrder(exchange, items) }
  },

  opaque(exchange, shape, listing) {
    const { seed } = exchange.world
    const binding = [exchange.unit!.id, ...(listing.binding ?? [])].join('\n')
    const { given, limit } = requestedLimit(exchange, shape)
    const cursor = (shape.place === 'query' ? exchange.query : exchange.body)['cursor'] as string | undefined
    if (exchange.world.settings.empty_pages) {
      const empty = emptyPage(seed, binding, cursor)
      if (typeof empty === 'string') return { [shape.items]: [], cursor: empty }
    }
    const from = cursor === undefined ? undefined : startAfterEmptyPage(exchange, binding, cursor)
    // `limit` bounds the rows that are read; how many are is left open.
    const fill =
      exchange.variation === undefined
        ? Math.min(limit, exchange.world.settings.page_rows ?? limit)
        : 1 + exchange.variation.below(limit)
    const { rows, beyond } = take(listing.rows[shape.order](from), fill)
    const last = rows.at(-1)
    const more = beyond || hasTrailingPage(exchange, rows, fill)
    const items = shown(exchange, listing, rows)
    const next = more && last ? encodeCursor(seed, binding, last.seq) : null
    handOut(exchange, next)
    markOpaque(exchange, shape, {
      rows,
      items: items.length,
      beyond,
      exhausted: next === null,
      limit,
      given,
      resumed: cursor !== undefined,
    })
    return { [shape.items]: inAnyOrder(exchange, items), cursor: next }
  },

  record(exchange, shape, listing) {
    const {
      seed,
      settings: { page_rows: visible = RECORD_PAGE_ROWS, empty_pages: withEmpty },
    } = exchange.world
    const { before, isAfterEmpty } = recordStart(exchange, shape, listing)
    // Ten rows are read. Access filtering, which comes after, may leave fewer, or none.
    const limit = Math.min(visible, RECORD_PAGE_ROWS)
    const read = take(listing.rows.newest(before), limit)
    const isEmpty = withEmpty && !isAfterEmpty && read.rows.length > 0
    const { rows, beyond } = isEmpty ? { rows: [], beyond: true } : read
    const more = beyond || hasTrailingPage(exchange, rows, limit)
    const next = isEmpty ? hiddenId(seed, read.rows[0]!.record.id) : more ? rows.at(-1)!.record.id : null
    handOut(exchange, next)
    markRecord(exchange, shape, {
      rows: rows.length,
      beyond,
      exhausted: !more,
      resumed: before !== undefined,
    })
    return { [shape.items]: shown(exchange, listing, rows), [`last_${shape.noun}_id`]: next }
  },
}

function shown(exchange: Exchange, listing: Listing, rows: readonly Row[]): readonly unknown[] {
  const { keep, view, shows = [], hides = [] } = listing
  const items: unknown[] = []
  for (const { record } of rows) {
    if (keep === undefined || keep(record)) items.push(view === undefined ? record : view(record))
  }
  if (items.length > 0) exchange.cite(...shows)
  if (items.length < rows.length) exchange.cite(...hides)
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

function storedBytes({ bytes }: Row): number {
  return bytes
}

/** Under `refuse` the fields that are left out do not count. */
function measureFor({ unit, world }: Exchange, { items }: UnpaginatedPage): ((row: Row) => number) | undefined {
  return world.settings.unspecified === 'refuse' ? ({ record }) => documentedBytes(unit!, items, record) : undefined
}

/** The longest prefix within the byte budget; the first row is always read. */
export function withinBudget<R extends BaseRecord>(
  rows: Iterable<Row<R>>,
  budget: number,
  measure: (row: Row<R>) => number = storedBytes,
): { rows: Row<R>[]; more: boolean } {
  const read: Row<R>[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += measure(row)
    if (bytes > budget && read.length > 0) return { rows: read, more: true }
    read.push(row)
  }
  return { rows: read, more: false }
}

/** Remembers a token as it is answered: of an id, `vary` changes the shape. */
function handOut({ host, world, variation }: Exchange, token: string | null): void {
  const writes = world.state.history?.number ?? 0
  host.handedOut.add(token, writes)
  if (token !== null && variation !== undefined) host.handedOut.add(answeredId(world, token), writes)
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

/** The position to go on from; undefined for the start of the listing. */
function startAfterEmptyPage(exchange: Exchange, binding: string, cursor: string): number | undefined {
  const after = exchange.world.settings.empty_pages
    ? positionAfterEmpty(exchange.world.seed, binding, cursor)
    : undefined
  if (after === undefined) return cursorPosition(exchange, binding, cursor)
  return after === 'start' ? undefined : after
}

/** Text that stands where a cursor is missing: no cursor was modified. */
const neverACursor: ReadonlySet<string> = new Set(['', 'null', 'undefined'])

/** The position that a cursor holds. One that some listing did hand out, unchanged, is no modified one: it is of another listing. */
function cursorPosition({ world, host }: Exchange, binding: string, cursor: string): number {
  const position = decodeCursor(world.seed, binding, cursor)
  if (position !== undefined) return position
  const cites = host.handedOut.has(cursor)
    ? (['A-33'] as const)
    : neverACursor.has(cursor)
      ? (['A-50'] as const)
      : (['pagination.opaque.modified-cursor-refused', 'A-50'] as const)
  throw new ApiError('invalid_cursor', undefined, { cites })
}

/**
 * Where a record cursor goes on. The row that it names must still be there: resuming at a record that was deleted, or that
 * never was in this listing, fails as a server error.
 */
function recordStart(
  { world, body, host }: Exchange,
  { noun }: RecordPage,
  { rows }: Listing,
): { before?: number; isAfterEmpty?: true } {
  const id = body[`start_${noun}_id`] as string | undefined
  if (id === undefined) return {}
  const find = (named: string): Row | undefined => {
    const row = rows.row?.(named)
    return row === undefined || rows.contains?.(row) === false ? undefined : row
  }
  const row = find(id)
  if (row !== undefined) return { before: row.seq }
  const shown = world.settings.empty_pages ? find(hiddenId(world.seed, id)) : undefined
  if (shown !== undefined) return { before: shown.seq + 1, isAfterEmpty: true }
  const deleted = rows.row?.(id) === undefined && host.handedOut.has(id)
  if (!deleted)
    throw new ApiError('internal_error', `The listing cannot resume: it holds no ${noun} with the id '${id}'.`, {
      cites: ['A-35'],
    })
  throw new ApiError('internal_error', `The listing cannot resume: it holds no ${noun} '${id}' any more.`, {
    cites: ['pagination.record.deleted-record', 'A-34'],
  })
}
