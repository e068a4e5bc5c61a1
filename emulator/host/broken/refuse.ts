import { ApiError } from '../../contract/api-error.ts'
import { limitFor } from '../../engine/faults/fail.ts'
import type { Mutator } from './mutator.ts'

/** What is admitted is refused, or what is refused is refused with another error. Nothing is written. */
export const refuse: Mutator<'refuse'> = ({ error }, { world }, { before, again }) => {
  const limit = limitFor(world, error)
  world.restore(before)
  return again({ failure: new ApiError(error, undefined, limit === undefined ? {} : { limit }) })
}
