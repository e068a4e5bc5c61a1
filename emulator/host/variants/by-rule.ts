import type { Caller } from '../../engine/kernel/caller.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Mutator } from './mutator.ts'

/** Performs the request again with an alternative rule of the kernel, or with other `terms` for its caller. */
export const byRule: Mutator<'by-rule'> = ({ rule, terms }, exchange, { before, again }) => {
  const { identified, world } = exchange
  const caller = terms !== undefined && identified !== undefined && !(identified instanceof ApiError)
  if (rule === undefined && !caller) return exchange
  world.restore(before)
  return again({
    ...(rule !== undefined && { rules: [rule] }),
    ...(caller && { caller: { ...(identified as Caller), terms: { ...(identified as Caller).terms, ...terms } } }),
  })
}
