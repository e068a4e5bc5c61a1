import { ApiError } from '../../contract/api-error.ts'
import type { Position } from '../world/range.ts'
import type { Row } from '../world/row.ts'
import { decodeCursor, neverACursor, readPosition } from './cursor.ts'
import { hiddenId, positionAfterEmpty } from './empty-pages.ts'
import type { Exchange } from './exchange.ts'
import type { Listing, RecordPage } from './pages.ts'
import { getPosition, parsePosition } from './positions.ts'

/** Resumption of a listing: the cursors that its pages answer, and where a page goes on. */

/** Remembers a cursor that an answer contains. */
export function rememberCursor(exchange: Exchange, token: unknown, row?: number): void {
  const { host, unit, world } = exchange
  if (typeof token !== 'string') return
  const known = unit!.page!.kind === 'record' ? cursorName(exchange, token) : token
  host.issuedCursors.add(known, world.state.history?.number ?? 0, exchange.caller.user.id, row)
}

/** Name of a record cursor that was issued: an id alone does not tell which listing answered it. */
function cursorName({ unit }: Exchange, id: string): string {
  return `${unit!.id} ${id}`
}

/** Position to go on from; undefined for the start of the listing. */
export function startAfterEmptyPage(exchange: Exchange, binding: string, cursor: string): Position | undefined {
  const { seed } = exchange.world
  const position = decodeCursor(seed, binding, cursor)
  const after = position === undefined ? positionAfterEmpty(seed, binding, cursor) : undefined
  const found = position ?? after ?? findElsewhere(exchange, cursor)
  if (exchange.follows('cursor-of-one-caller') && isAnothers(exchange, cursor))
    throw new ApiError('invalid_cursor', 'This cursor serves another caller, whom it was answered.', {
      cites: ['A-33'],
    })
  return found === 'start' ? undefined : parsePosition(found)
}

/** Checks that a cursor was answered, and not to this caller. */
function isAnothers({ host: { issuedCursors }, caller: { user } }: Exchange, cursor: string): boolean {
  return issuedCursors.has(cursor) && !issuedCursors.isFor(cursor, user.id)
}

/**
 * Position in a cursor that is none of this listing. One that was issued unchanged belongs to another listing (A-33);
 * any other was modified.
 */
function findElsewhere(exchange: Exchange, cursor: string): string {
  const { issuedCursors } = exchange.host
  const wasIssued = issuedCursors.has(cursor)
  if (wasIssued && exchange.follows('cursor-of-any-listing')) return readPosition(cursor)!
  const isModified = !wasIssued && !neverACursor.has(cursor) && !issuedCursors.isEmpty
  throw new ApiError('invalid_cursor', undefined, {
    cites: [...(isModified ? (['pagination.opaque.modified-cursor-refused'] as const) : []), 'A-33'],
  })
}

/**
 * Finds where a record cursor goes on. The record must still be there: resuming at one that was deleted, or that never
 * was in this listing, fails as a server error.
 */
export function recordStart(
  exchange: Exchange,
  { noun }: RecordPage,
  { rows }: Listing,
): { before?: Position; isAfterEmpty?: true } {
  const { world, body, host } = exchange
  const id = body[`start_${noun}_id`] as string | undefined
  if (id === undefined) return {}
  const find = (named: string): Row | undefined => {
    const row = rows.row?.(named)
    return row === undefined || rows.contains?.(row) === false ? undefined : row
  }
  const row = find(id)
  const issued = host.issuedCursors.findRow(cursorName(exchange, id))
  const isRemade = row !== undefined && issued !== undefined && issued !== row.seq
  if (row !== undefined && !isRemade) return { before: getPosition(row) }
  const shown = find(hiddenId(world.seed, id))
  // Half a step above the row itself, which comes next.
  if (shown !== undefined) return { before: { ...getPosition(shown), seq: shown.seq + 0.5 }, isAfterEmpty: true }
  const isElsewhere = !isRemade && rows.row?.(id) !== undefined
  if (isElsewhere && exchange.follows('foreign-start-is-shape'))
    throw new ApiError('invalid_request_body', `'start_${noun}_id': the ${noun} '${id}' is in another listing.`, {
      cites: ['A-34'],
    })
  const deleted = isRemade || (rows.row?.(id) === undefined && host.issuedCursors.has(cursorName(exchange, id)))
  const what = `it holds no ${noun} ${deleted ? `'${id}' any more` : `with the id '${id}'`}`
  throw new ApiError('internal_error', `The listing cannot resume: ${what}.`, {
    cites: [deleted ? 'pagination.record.deleted-record' : 'A-34'],
  })
}
