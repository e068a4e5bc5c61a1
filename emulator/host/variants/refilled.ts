import type { Rule } from '../../contract/mutation.ts'
import { cites } from '../../engine/coverage/citation-set.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt } from '../../engine/kernel/host.ts'
import { utf8Length } from '../../engine/world/row.ts'
import type { Fields } from '../../engine/checking/is-object.ts'
import { readJson } from './answered.ts'

/** Bytes that every listing fits. */
const UNBOUNDED = 1_000_000_000

/**
 * Edits an answer that leaves fields out. A listing that is cut after so many bytes reads more records then, because the
 * bytes are those that it answers. What is hidden from the caller, or filtered, is read and counts.
 */
export function refilled(exchange: Exchange, { before, again }: Attempt, edit: (done: Exchange) => Exchange): Exchange {
  const { world, unit, citations } = exchange
  if (unit?.page?.kind !== 'unpaginated' || !cites(citations, 'A-31')) return edit(exchange)
  const answer = (bytes: number, rules: readonly Rule[]): Exchange => {
    world.restore(before)
    return world.under({ unpaginated_bytes: bytes }, () => again({ rules }))
  }
  const all = answer(UNBOUNDED, ['nothing-is-hidden'])
  const sizes = measureItems(all)
  const edited = measureItems(edit(all))
  return edit(answer(sum(sizes.slice(0, countFitting(edited, world.settings.unpaginated_bytes))), []))
}

/** Bytes of each item of a listing, in the order in which they are read. */
function measureItems(exchange: Exchange): number[] {
  const json = readJson(exchange)!
  const fields = (exchange.via === 'http' ? json : json['result']) as Fields
  const items = fields[exchange.unit!.page!.items] as unknown[]
  const sizes = items.map((item) => utf8Length(JSON.stringify(item)))
  return exchange.world.settings.unpaginated_from === 'newest' ? sizes.toReversed() : sizes
}

/** Number of items within so many bytes; the first one is always read. */
function countFitting(sizes: readonly number[], bytes: number): number {
  let total = 0
  const over = sizes.findIndex((size) => (total += size) > bytes)
  return over < 0 ? sizes.length : Math.max(over, 1)
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
