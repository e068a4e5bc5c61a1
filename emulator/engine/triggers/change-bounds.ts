import type { Change } from '../matching/schema-common.ts'

/** Maximum of records that triggers may insert and update at one request; each takes some 10 us. */
export const MAX_RECORDS = 5_000

/** Maximum of changes that triggers may make at one request; each takes some 0.1 ms, and failed ones are reported. */
export const MAX_CHANGES = 500

export const tooManyChanges = `all triggers together make at most ${MAX_CHANGES} changes at one request, fewer where some cannot be made`

/** Number of records that a change inserts or updates. */
export function recordsIn(change: Change): number {
  const tables = 'insert' in change ? change.insert : 'update' in change ? change.update : {}
  return Object.values(tables as Readonly<Record<string, object>>).reduce(
    (sum, given) => sum + ('update' in change ? Object.keys(given).length : [given].flat().length),
    0,
  )
}
