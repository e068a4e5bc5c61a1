import type { Mutator } from './mutator.ts'

/** The write is done a second time; the answer is that of the first. */
export const twice: Mutator<'twice'> = (_, exchange, { again }) => {
  again({})
  return exchange
}
