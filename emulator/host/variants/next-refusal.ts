import { asIf } from './admit.ts'
import type { Mutator } from './mutator.ts'

/** Gives the refusal that the request meets where all records of a table have these values; without one, it stays. */
export const nextRefusal: Mutator<'next-refusal'> = ({ world: tables }, exchange, { before, again }) => {
  const { world, failure } = exchange
  if (failure === undefined) return exchange
  const after = world.snapshot()
  world.restore(before)
  const done = asIf(world, tables, () => again({}))
  world.restore(after)
  return done.failure === undefined || done.failure.code === failure.code ? exchange : done
}
