import * as v from 'valibot'
import { ApiError } from '../../contract/api-error.ts'
import { findLimit, type LimitName } from '../world/settings.ts'
import type { World } from '../world/world.ts'
import type { StatementId } from '../coverage/statements.ts'
import { assumed } from './unit/assumed.ts'
import type { Context } from './unit/context.ts'

export { findLimit }

/** Refuses with `limit_exceeded` where one more record would pass a count limit. */
export function requireRoom(ctx: Context, name: LimitName, current: number, ...cites: StatementId[]): void {
  const max = findLimit(ctx.world, name)
  if (current < max) return
  throw new ApiError('limit_exceeded', `The limit '${name}' of ${max} is reached.`, {
    limit: { name, max, current },
    cites: ['A-30', 'A-8', ...cites],
  })
}

/** Use of a count limit, as the limits endpoints answer it. */
export const limitUseView = v.strictObject({
  max: assumed(v.number(), 'A-398'),
  used: assumed(v.number(), 'A-398'),
})

export function limitUse(world: World, name: LimitName, used: number): v.InferOutput<typeof limitUseView> {
  return { max: findLimit(world, name), used }
}
