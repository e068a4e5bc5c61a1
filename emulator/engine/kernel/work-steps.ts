import type { Exchange } from './exchange.ts'
import { cutPage } from './pagination.ts'
import { perform } from './perform.ts'
import { maybeStale } from './stale.ts'
import { when, withPage, type Features, type Step } from './steps.ts'
import { cutDocumentedPage, keepDocumented, refuseAssumedRequest } from './unspecified/refuse.ts'
import { cutVariedPage, varyFields } from './unspecified/vary.ts'

/** Steps that run a checked request over either transport: the unit, the page of a listing, the fields of its answer. */
export function workSteps(on: Features): Step[] {
  const work = [
    on.saving ? performSaved : perform,
    withPage(on.refuse ? cutDocumentedPage : on.vary ? cutVariedPage : cutPage),
  ]
  return [
    ...when(on.refuse, refuseAssumedRequest),
    ...(on.stale ? [maybeStale(...work)] : work),
    ...when(on.refuse, keepDocumented),
    ...when(on.vary, varyFields),
  ]
}

/** Runs the unit, and takes back a write that could not be saved. */
function performSaved(exchange: Exchange): void {
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
