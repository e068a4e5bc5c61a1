import type { Mutation } from '../../contract/mutation.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt } from '../../engine/kernel/host.ts'

/** Applies a mutation to an exchange, and returns the one to answer with. */
export type Mutator<M extends Mutation['mutator']> = (
  mutation: Extract<Mutation, { mutator: M }>,
  exchange: Exchange,
  attempt: Attempt,
) => Exchange
