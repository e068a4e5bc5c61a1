import type { ApiError } from '../../contract/api-error.ts'
import type { Snapshot, WorldState } from '../world/world-state.ts'
import type { World } from '../world/world.ts'
import type { Exchange } from './exchange.ts'
import { perform } from './perform.ts'

/** Keeps worlds in a file, and knows what it can hold. */
export interface Saving {
  /** The refusal of a write that was just made to a world; undefined if it can be saved. Deletions always can. */
  refuse(world: World, before: Snapshot): ApiError | undefined
  /** Throws `ApiError` while nothing can be saved, or if one more state does not fit. */
  requireRoom(state?: Readonly<WorldState>): void
}

/** Runs the unit, and takes back a write that could not be saved. */
export function performSaved(exchange: Exchange): void {
  const { world, host, unit } = exchange
  if (unit!.method === 'GET') return perform(exchange)
  const before = world.snapshot()
  perform(exchange)
  if (world.state.version === before.version || unit!.method === 'DELETE') return
  const refusal = host.saving!.refuse(world, before)
  if (refusal === undefined) return
  world.restore(before)
  throw refusal
}
