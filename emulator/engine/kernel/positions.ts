import { isoTime } from '../world/clock.ts'
import { readTime } from '../world/time.ts'
import type { Position } from '../world/range.ts'
import type { BaseRecord, Row } from '../world/row.ts'
import type { Exchange } from './exchange.ts'
import { listedRows, type Listing, type OpaquePage } from './pages.ts'

/** Position of a row in a listing that is newest first: when it was created, then its number. */
export function getPosition({ seq, record }: Row): Position {
  const created = readCreation(record)
  return { seq, ...(created !== undefined && { created_at: created }) }
}

/** Position of a row as a cursor holds it. */
export function writePosition({ order }: OpaquePage, { seq, record }: Row): string {
  return order === 'oldest' ? String(seq) : `${seq}.${readTime(readCreation(record)!, 'created_at')}`
}

export function parsePosition(text: string): Position {
  const [seq, ms] = text.split('.')
  return { seq: Number(seq), ...(ms !== undefined && { created_at: isoTime(Number(ms)) }) }
}

function readCreation(record: BaseRecord): string | undefined {
  return (record as { readonly created_at?: string }).created_at
}

/** Rows of a listing from a position on. */
export function readFrom(
  exchange: Exchange,
  { order }: OpaquePage,
  listing: Listing,
  from: Position | undefined,
): Iterable<Row> {
  return order === 'oldest' ? listing.rows.oldest(from?.seq) : newestRows(exchange, listing, from)
}

/** Rows of a listing by when they were created, or under an alternative by their number, the newest first. */
export function newestRows(exchange: Exchange, { rows }: Listing, before: Position | undefined): Iterable<Row> {
  const source = exchange.follows('newest-by-insertion') ? listedRows([...rows.oldest()]) : rows
  return source.newest(before)
}
