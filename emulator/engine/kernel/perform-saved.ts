import type { Exchange } from './exchange.ts'
import { perform } from './perform.ts'

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
