import { decodeCursor, encodeCursor } from './cursor.ts'

/**
 * With `settings.empty_pages` each page of an opaque-cursor listing comes after an empty one, as access filtering may have it. The cursor
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
