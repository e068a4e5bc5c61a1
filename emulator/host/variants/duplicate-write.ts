import type { Mutator } from './mutator.ts'

/** Performs the write a second time; the answer is that of the first. */
export const duplicateWrite: Mutator<'duplicate-write'> = (_, exchange, { again }) => {
  again({})
  return exchange
}
