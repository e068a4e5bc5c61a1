import type { Mutator } from './mutator.ts'

/** Omits the write; the answer claims that it was done. */
export const noOp: Mutator<'no-op'> = (_, exchange, { before }) => {
  const { now } = exchange.world
  exchange.world.restore(before)
  // World time must still move, or the next answer would show the difference.
  if (exchange.world.time.mode !== 'real') exchange.world.advanceTo(now)
  return exchange
}
