import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { LAST_MS } from '../world/clock.ts'
import type { Exchange } from './exchange.ts'
import { page } from './pagination.ts'
import type { Listing } from './pages.ts'
import type { Input } from './unit/definition.ts'

/** Steps that HTTP and the socket share. */

type AnyInput = Input<never, never, never, never>

/** Finds out who asks. A caller that nobody knows is refused later: triggers see the request first. */
export function identify(exchange: Exchange): void {
  exchange.identified = exchange.redo?.caller ?? exchange.host.kernel.identify(exchange)
}

/** Does what is asked, once the input has its shape: existence, access, handle, page. */
export function perform(exchange: Exchange): void {
  const unit = exchange.unit!
  const input = {
    params: exchange.params,
    query: exchange.query,
    body: exchange.body,
    subject: undefined as unknown,
    bytes: exchange.bytes,
  }
  if (unit.subject !== undefined) input.subject = exchange.subject = unit.subject(input as AnyInput, exchange)
  unit.access?.(input as AnyInput, exchange)
  const result = unit.handle(input as AnyInput, exchange)
  exchange.result = unit.page === undefined ? result : page(exchange, unit.page, result as Listing)
}

/** World time moves with each request that wrote; a refused one wrote nothing. Where much falls due it moves less far. */
export function moveTime(exchange: Exchange): void {
  const {
    world,
    host: { tracer },
  } = exchange
  if (world.mode === 'real') return
  const { request_ms: always, write_ms: write } = world.settings
  const wrote = world.state.version - exchange.foreignWrites !== exchange.versionBefore
  if (wrote) exchange.cite('A-36')
  const took = (wrote ? write : 0) + always
  if (took === 0) return
  const target = Math.min(world.now + took, LAST_MS)
  if (tracer === undefined) world.advanceTo(target, MAX_DUE_AT_REQUEST)
  else exchange.due = tracer.finish(target, MAX_DUE_AT_REQUEST)
}

/** Cites what every success of the unit shows. */
export function citeUnit(exchange: Exchange): void {
  exchange.citeUnit()
}

/** Counts what the answer shows. */
export function countCitations(exchange: Exchange): void {
  exchange.conclude()
}

/** Puts the answer into the journal. */
export function record(exchange: Exchange): void {
  exchange.host.journal!.record(exchange)
}
