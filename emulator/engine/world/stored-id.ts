import { Extra } from '../checking/extra.ts'
import type { idIn } from './vary-ids.ts'
import type { World } from './world.ts'

/** Gives ids other shapes, and finds what was stored behind them. */
export const variedIds = new Extra<typeof idIn>('`unspecified: vary`')

/** The id that was stored, whatever shape it was answered in; anything else as it is. Where nothing varies ids, each is as it was stored. */
export function storedId<V>(world: World, value: V): V | string {
  return variedIds.offered?.(world, value) ?? value
}
