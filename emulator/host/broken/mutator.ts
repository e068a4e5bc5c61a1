import type { Mutation } from '../../contract/mutation.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Attempt } from '../../engine/kernel/host.ts'

/** Carries a mutation out on an answer, and gives the answer that goes out in its place. */
export type Mutator<M extends Mutation['mutator']> = (
  mutation: Extract<Mutation, { mutator: M }>,
  exchange: Exchange,
  attempt: Attempt,
) => Exchange
