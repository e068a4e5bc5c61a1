import { mix } from '../world/ids.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Exchange } from './exchange.ts'

/**
 * Empty pages of a listing with a cursor, as access filtering may leave them: with `settings.empty_pages` one comes
 * before each page. The cursor of the empty page goes on where the cursor before it would have; the same cursor always gives
 * the same page.
 */

/** True where an empty page comes: before each page, or because a trigger drew one. */
export function answersEmptyPage({ world, answersEmptyPage: isDrawn }: Exchange): boolean {
  return world.settings.empty_pages || isDrawn
}

const after = (binding: string): string => `${binding}\nafter an empty page`
const afterStart = (binding: string): string => `${binding}\nafter an empty first page`

/** Cursor of the empty page that comes now; undefined where the full page comes. */
export function emptyPage(seed: number, binding: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return encodeCursor(seed, afterStart(binding), 0)
  const position = decodeCursor(seed, binding, cursor)
  return position === undefined ? undefined : encodeCursor(seed, after(binding), position)
}

/** Position where the page after an empty one begins; undefined for a cursor of another kind. */
export function positionAfterEmpty(seed: number, binding: string, cursor: string): string | undefined {
  if (decodeCursor(seed, afterStart(binding), cursor) !== undefined) return 'start'
  return decodeCursor(seed, after(binding), cursor)
}

/**
 * Id of a hidden record that stands before the record with this id in its listing. The hidden id of a hidden id is the
 * id again.
 */
export function hiddenId(seed: number, id: string): string {
  const word = Number.parseInt(id.slice(0, 8), 16) ^ mix(seed, 0xe, 1)
  return (word >>> 0).toString(16).padStart(8, '0') + id.slice(8)
}
