import type { PageShape } from '../../../engine/kernel/pages.ts'
import { RECORD_PAGE_ROWS } from '../../../engine/kernel/pages.ts'
import type { SeenAnswer, SeenPair } from './seen-answer.ts'
import type { Sighting } from './sighting.ts'

/** Facts about pages: the default and the maximum `limit` of commands, the trailing page. */
export function seePages(pair: SeenPair): Sighting[] {
  const page = pair.unit?.page
  if (page?.kind !== 'opaque' && page?.kind !== 'record') return []
  return [...(page.kind === 'opaque' && page.place === 'body' ? seeLimits(pair, page) : []), ...seeTrailing(pair, page)]
}

/** A service that accepts this `limit` has no maximum. */
const NO_MAXIMUM = 1_000_000

function seeLimits({ sent, target, twin }: SeenPair, page: PageShape): Sighting[] {
  const { limit } = sent
  if (limit === undefined) {
    const count = twin.code === undefined ? countItems(page, target) : undefined
    if (count === undefined || count === 0) return []
    // A page with a cursor is full, because access filtering hides no rows of a command.
    const goesOn = typeof target.fields['cursor'] === 'string'
    return [{ assumption: 'A-29', setting: 'default_limit', ...(goesOn ? { observed: count } : { atLeast: count }) }]
  }
  if (!Number.isInteger(limit) || (limit as number) < 1) return []
  // A page with a cursor that is not full was read with another limit.
  const isShort = typeof target.fields['cursor'] === 'string' && (countItems(page, target) ?? 0) < (limit as number)
  if (target.code === undefined)
    return isShort || (limit as number) >= NO_MAXIMUM
      ? []
      : [{ assumption: 'A-29', setting: 'maximum_limit', atLeast: limit as number }]
  return target.code === 'invalid_limit'
    ? [{ assumption: 'A-29', setting: 'maximum_limit', below: limit as number }]
    : []
}

/** A cursor, or none, on a full page that is the last one at the twin. */
function seeTrailing({ sent, target, twin, assumptions }: SeenPair, page: PageShape): Sighting[] {
  if (!assumptions.includes('A-32') || target.code !== undefined || twin.code !== undefined) return []
  const full = page.kind === 'record' ? RECORD_PAGE_ROWS : Number(sent['limit'])
  if (countItems(page, target) !== full || countItems(page, twin) !== full) return []
  const next = page.kind === 'record' ? target.fields[`last_${page.noun}_id`] : target.fields['cursor']
  if (next !== null && typeof next !== 'string') return []
  return [{ assumption: 'A-32', setting: 'trailing_page', observed: next !== null }]
}

function countItems({ items }: PageShape, { fields, code }: SeenAnswer): number | undefined {
  const list = fields[items]
  return code === undefined && Array.isArray(list) ? list.length : undefined
}
