import { mix } from '../world/ids.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

/**
 * With `settings.empty_pages` each page of a listing with a cursor comes after an empty one, as access filtering may have it. The cursor
 * of the empty page goes on where the one before it would have; asking again with a cursor gives the same page.
 */

const after = (binding: string): string => `${binding}\nafter an empty page`
const afterStart = (binding: string): string => `${binding}\nafter an empty first page`

/** The cursor of the empty page that comes now; undefined where the page itself does. */
export function emptyPage(seed: number, binding: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return encodeCursor(seed, afterStart(binding), 0)
  const position = decodeCursor(seed, binding, cursor)
  return position === undefined ? undefined : encodeCursor(seed, after(binding), position)
}

/** Where the page after an empty one begins; undefined for a cursor of another kind. */
export function positionAfterEmpty(seed: number, binding: string, cursor: string): number | 'start' | undefined {
  if (decodeCursor(seed, afterStart(binding), cursor) !== undefined) return 'start'
  return decodeCursor(seed, after(binding), cursor)
}

/** The id of a record that nobody sees, which stands before the one with this id in its listing; of such an id, the id that it stands before. */
export function hiddenId(seed: number, id: string): string {
  const word = Number.parseInt(id.slice(0, 8), 16) ^ mix(seed, 0xe, 1)
  return (word >>> 0).toString(16).padStart(8, '0') + id.slice(8)
}
