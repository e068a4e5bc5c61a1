import type { ErrorCode } from '../../contract/errors.ts'
import { ApiError } from '../../contract/api-error.ts'
import { limitFor } from '../../engine/faults/fail.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { TargetKind } from '../../engine/world/tables/fields.ts'
import type { Mutator } from './mutator.ts'

/** Refuses an admitted request, or gives a refusal another error. Nothing is written. */
export const refuse: Mutator<'refuse'> = ({ error: named, instead, message }, exchange, { before, again }) => {
  const { world, failure } = exchange
  if (instead !== undefined && (failure === undefined || !instead.includes(failure.code))) return exchange
  const error = named === 'not_found' ? missing(exchange) : named
  // Everybody sees users: what refuses one never hides it.
  if (error === undefined || (named !== error && instead !== undefined && error === 'user_not_found')) return exchange
  const limit = limitFor(world, error)
  world.restore(before)
  return again({ failure: new ApiError(error, message ?? failure?.message, limit === undefined ? {} : { limit }) })
}

/** Code of a request whose subject does not exist: that of its target, or of the last noun in its path. */
function missing({ unit, params }: Exchange): ErrorCode | undefined {
  const { target } = params
  if (target !== undefined) return `${target as TargetKind}_not_found`
  return unit!.errors.findLast((code) => code.endsWith('_not_found'))
}
