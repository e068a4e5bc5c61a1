import type { Mutator } from './mutator.ts'

/** The write is not done; the answer says that it was. */
export const noOp: Mutator<'no-op'> = (_, exchange, { before }) => {
  const { now } = exchange.world
  exchange.world.restore(before)
  // World time has moved all the same, or the next answer would show it.
  if (exchange.world.mode !== 'real') exchange.world.advanceTo(now)
  return exchange
}
