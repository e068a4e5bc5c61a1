import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { LAST_MS } from '../world/clock.ts'
import type { Exchange } from './exchange.ts'
import type { Input } from './unit/definition.ts'

/** Steps that HTTP and sockets share. */

const noBytes = new Uint8Array(0)

type AnyInput = Input<never, never, never, never>

/** Finds the caller. Wrong credentials are refused only after triggers have seen the request. */
export function identify(exchange: Exchange): void {
  exchange.identified = exchange.host.kernel.identify(exchange)
}

/** Marks the world before the request. */
export function markBefore(exchange: Exchange): void {
  exchange.traced = { before: exchange.host.tracer!.checkpoint(), due: [] }
}

/** Runs the unit on checked input: `subject`, `access`, `handle`. */
export function perform(exchange: Exchange): void {
  const unit = exchange.unit!
  const input = {
    params: exchange.params,
    query: exchange.query,
    body: exchange.body,
    subject: undefined as unknown,
    bytes: exchange.request.body ?? noBytes,
  }
  if (unit.subject !== undefined) input.subject = unit.subject(input as AnyInput, exchange)
  unit.access?.(input as AnyInput, exchange)
  exchange.result = unit.handle(input as AnyInput, exchange)
}

/**
 * Moves world time on after a request that wrote; a refused one wrote nothing. Time moves less far where
 * much work falls due.
 */
export function moveTime(exchange: Exchange): void {
  const {
    world,
    host: { tracer },
  } = exchange
  if (world.mode === 'real') return
  const { request_ms: always, write_ms: write } = world.settings
  const written = world.state.version - exchange.start.version
  const wrote = written !== (exchange.triggered?.writes ?? 0)
  if (wrote) exchange.cite('A-36')
  const took = (wrote ? write : 0) + always
  if (took === 0) return
  const target = Math.min(world.now + took, LAST_MS)
  if (tracer === undefined) world.advanceTo(target, MAX_DUE_AT_REQUEST)
  else exchange.traced = { ...exchange.traced!, due: tracer.finish(target, MAX_DUE_AT_REQUEST) }
}

/** Cites the statements of every success of the unit, where the answer is one. */
export function citeUnit(exchange: Exchange): void {
  const { unit, failure } = exchange
  if (unit !== undefined && failure === undefined) exchange.citations = exchange.citations.with(unit.statements)
}

/** Counts the statements that the answer shows. */
export function countCitations({ host, citations }: Exchange): void {
  host.coverage.answered(citations)
}

/** Records the exchange in the journal. */
export function record(exchange: Exchange): void {
  exchange.host.journal!.record(exchange)
}
