import { ApiError } from '../../contract/api-error.ts'
import { limitFor } from '../../engine/faults/fail.ts'
import type { Mutator } from './mutator.ts'

/** Refuses an admitted request, or gives a refusal another error. Nothing is written. */
export const refuse: Mutator<'refuse'> = ({ error }, { world }, { before, again }) => {
  const limit = limitFor(world, error)
  world.restore(before)
  return again({ failure: new ApiError(error, undefined, limit === undefined ? {} : { limit }) })
}
