import { cites } from '../../engine/coverage/citation-set.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt } from '../../engine/kernel/host.ts'

/**
 * Edits an answer that leaves fields out. A listing that is cut after so many bytes reads more records then, because the
 * bytes are those that it answers.
 */
export function refilled(exchange: Exchange, { before, again }: Attempt, edit: (done: Exchange) => Exchange): Exchange {
  const { world, unit } = exchange
  const isCut = unit?.page?.kind === 'unpaginated' && cites(exchange.citations, 'A-31')
  const full = size(exchange)
  const edited = edit(exchange)
  if (!isCut || size(edited) === full) return edited
  const bytes = Math.round((world.settings.unpaginated_bytes * full) / size(edited))
  world.restore(before)
  return edit(world.under({ unpaginated_bytes: bytes }, () => again({})))
}

const size = ({ response }: Exchange): number => String(response!.body).length
