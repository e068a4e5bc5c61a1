import type { BaseRecord, Row } from '../world/row.ts'
import { encodeCursor } from './cursor.ts'
import { answersEmptyPage, emptyPage, hiddenId } from './empty-pages.ts'
import type { Exchange } from './exchange.ts'
import { requestedLimit, rowLimits } from './page-limit.ts'
import { markIgnoredPaging, markOpaque, markRecord, markUnpaginated } from './page-marks.ts'
import { RECORD_PAGE_ROWS, type Listing, type OpaquePage, type PageShape, type UnpaginatedPage } from './pages.ts'
import { newestRows, readFrom, writePosition } from './positions.ts'
import { recordStart, rememberCursor, startAfterEmptyPage } from './resume.ts'
import type { Step } from './steps.ts'
import type { Fields } from '../checking/is-object.ts'

/** Decisions on a page that the specification leaves open. */
export interface PageChoices {
  /** Bytes that a listing without pagination reads. */
  budget(exchange: Exchange): number
  /** Measures the bytes of a row in such a listing. */
  measure(exchange: Exchange, shape: UnpaginatedPage): (row: Row) => number
  /** Limit of a page whose request names none. */
  standardLimit(exchange: Exchange, shape: OpaquePage): number
  /** Number of rows that a page reads, up to its limit. */
  rows(exchange: Exchange, limit: number): number
  /** True if a full page that ends on the last record has a cursor. */
  hasTrailingPage(exchange: Exchange): boolean
  /** Items of a listing that promises no order. */
  ordered(exchange: Exchange, items: readonly unknown[]): readonly unknown[]
}

/** Rows of a short page, under an alternative to A-349. */
const SHORT = 3

/** Decisions as settings make them. */
export const plainChoices: PageChoices = {
  budget: ({ world }) => world.settings.unpaginated_bytes,
  measure: () => (row) => row.bytes,
  standardLimit: ({ world }, shape) => rowLimits(world, shape).standard,
  rows: (exchange, limit) =>
    Math.min(limit, exchange.world.settings.page_rows ?? limit, exchange.follows('pages-are-short') ? SHORT : limit),
  hasTrailingPage: ({ world }) => world.settings.trailing_page,
  ordered: (_, items) => items,
}

/** Makes the step that cuts the page of a request out of its listing. */
export function pageCutter(choices: PageChoices): Step {
  return (exchange) => {
    const shape = exchange.unit!.page!
    const listing = exchange.result as Listing
    const fields = cut[shape.kind](exchange, shape as never, listing, choices)
    markIgnoredPaging(exchange, fields[shape.items] as readonly unknown[])
    exchange.result = listing.fields === undefined ? fields : { ...listing.fields, ...fields }
  }
}

export const cutPage = pageCutter(plainChoices)

type CutPage<S> = (exchange: Exchange, shape: S, listing: Listing, choices: PageChoices) => Fields

const cut: { [K in PageShape['kind']]: CutPage<Extract<PageShape, { kind: K }>> } = {
  complete(exchange, shape, listing, choices) {
    const items = viewItems(exchange, listing, [...listing.rows.oldest()])
    exchange.cite('pagination.complete.no-pagination-field')
    if (items.length > 0) exchange.cite('pagination.complete.whole-set', shape.clause)
    return { [shape.items]: choices.ordered(exchange, items) }
  },

  unpaginated(exchange, shape, listing, choices) {
    const { unpaginated_from: from } = exchange.world.settings
    const budget = choices.budget(exchange)
    const { rows: read, more } = withinBudget(
      listing.rows[from](),
      budget,
      choices.measure(exchange, shape),
      exchange.follows('budget-holds-the-next'),
    )
    const rows = from === 'oldest' ? read : [...read].reverse()
    const items = viewItems(exchange, listing, rows)
    markUnpaginated(exchange, shape, listing, { rows, more, items })
    return { [shape.items]: choices.ordered(exchange, items) }
  },

  opaque(exchange, shape, listing, choices) {
    const { seed } = exchange.world
    const binding = [exchange.unit!.id, ...(listing.binding ?? [])].join('\n')
    const asked = requestedLimit(exchange, shape)
    const limit = asked ?? choices.standardLimit(exchange, shape)
    const cursor = (shape.place === 'query' ? exchange.query : exchange.body)['cursor'] as string | undefined
    const empty = answersEmptyPage(exchange) ? emptyPage(seed, binding, cursor) : undefined
    const from = cursor === undefined ? undefined : startAfterEmptyPage(exchange, binding, cursor)
    // The specification bounds the rows that are read by `limit`, and leaves their number open.
    const fill = empty === undefined ? choices.rows(exchange, limit) : 0
    const { rows, beyond } = take(readFrom(exchange, shape, listing, from), fill)
    const last = rows.at(-1)
    const more = beyond || (last !== undefined && rows.length === fill && hasTrailingPage(exchange, choices))
    const items = viewItems(exchange, listing, rows)
    const next = empty ?? (more && last ? encodeCursor(seed, binding, writePosition(shape, last)) : null)
    rememberCursor(exchange, next)
    markOpaque(exchange, shape, {
      rows,
      items: items.length,
      beyond,
      exhausted: next === null,
      limit,
      given: asked !== undefined,
      resumed: cursor !== undefined,
    })
    return { [shape.items]: choices.ordered(exchange, items), cursor: next }
  },

  record(exchange, shape, listing, choices) {
    const {
      seed,
      settings: { page_rows: visible = RECORD_PAGE_ROWS },
    } = exchange.world
    const { before, isAfterEmpty } = recordStart(exchange, shape, listing)
    // Ten rows are read. Access filtering, which comes after, may leave fewer, or none.
    const limit = Math.min(visible, RECORD_PAGE_ROWS)
    const read = take(newestRows(exchange, listing, before), limit)
    const isEmpty = answersEmptyPage(exchange) && !isAfterEmpty && read.rows.length > 0
    const { rows, beyond } = isEmpty ? { rows: [], beyond: true } : read
    const more = beyond || (rows.length === limit && hasTrailingPage(exchange, choices))
    const next = isEmpty ? hiddenId(seed, read.rows[0]!.record.id) : more ? rows.at(-1)!.record.id : null
    rememberCursor(exchange, next, isEmpty ? undefined : rows.at(-1)?.seq)
    markRecord(exchange, shape, {
      rows: rows.length,
      beyond,
      exhausted: !more,
      resumed: before !== undefined,
    })
    return { [shape.items]: viewItems(exchange, listing, rows), [`last_${shape.noun}_id`]: next }
  },
}

function viewItems(exchange: Exchange, listing: Listing, rows: readonly Row[]): readonly unknown[] {
  const { keep, view, shows = [], hides = [] } = listing
  const items: unknown[] = []
  const isWhole = keep === undefined || exchange.follows('nothing-is-hidden')
  for (const { record } of rows) {
    if (isWhole || keep(record)) items.push(view === undefined ? record : view(record))
  }
  if (items.length > 0) exchange.cite(...shows)
  if (items.length < rows.length) exchange.cite(...hides)
  return items
}

/** Reads the rows of a page; `beyond` says that there are more. */
function take<R extends BaseRecord>(source: Iterable<Row<R>>, limit: number): { rows: Row<R>[]; beyond: boolean } {
  const rows: Row<R>[] = []
  for (const row of source) {
    if (rows.length === limit) return { rows, beyond: true }
    rows.push(row)
  }
  return { rows, beyond: false }
}

/** Reads the longest prefix within a byte budget; the first row is always read. */
function withinBudget<R extends BaseRecord>(
  rows: Iterable<Row<R>>,
  budget: number,
  measure: (row: Row<R>) => number,
  holdsNext: boolean,
): { rows: Row<R>[]; more: boolean } {
  const read: Row<R>[] = []
  let bytes = 0
  for (const row of rows) {
    bytes += measure(row)
    const isOver = bytes > budget
    if (isOver && read.length > 0 && !holdsNext) return { rows: read, more: true }
    read.push(row)
    if (isOver && holdsNext) return { rows: read, more: true }
  }
  return { rows: read, more: false }
}

function hasTrailingPage(exchange: Exchange, choices: PageChoices): boolean {
  exchange.cite('A-32')
  return choices.hasTrailingPage(exchange)
}
