import { meetings } from '../coverage/meetings.ts'
import { describeAnswer } from './describe-answer.ts'
import { keepExchange } from '../journal/entry.ts'
import { isReading } from '../triggers/is-reading.ts'
import { LAG_MS } from '../triggers/stale-reads.ts'
import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { withoutFieldRows } from './unit/assumed.ts'
import { LAST_MS } from '../world/clock.ts'
import type { Exchange } from './exchange.ts'
import type { Credentials } from './kernel.ts'
import type { AnyInput } from './unit/definition.ts'

/** Steps that HTTP and sockets share. */

const noBytes = new Uint8Array(0)

/** Finds the caller. Wrong credentials are refused only after triggers have seen the request. */
export function identify(exchange: Exchange): void {
  const { kernel } = exchange.host
  exchange.identified = kernel.identify(exchange.follows('key-before-token') ? withKeyAlone(exchange) : exchange)
}

/** Credentials of a request without its bearer token. */
function withKeyAlone(exchange: Exchange): Credentials {
  return {
    world: exchange.world,
    via: exchange.via,
    header: (name) => (name === 'authorization' ? undefined : exchange.header(name)),
    cite: (...ids) => exchange.cite(...ids),
  }
}

/** Marks the world before the request. */
export function markBefore(exchange: Exchange): void {
  exchange.traced = { before: exchange.host.tracer!.checkpoint(), due: [] }
}

/** Runs the unit on checked input: `subject`, `access`, `handle`. */
export function perform(exchange: Exchange): void {
  const unit = exchange.unit!
  citeFreshness(exchange)
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

/** Cites that a read sees every write, where one was answered a short time before. A verdict reads no record. */
function citeFreshness(exchange: Exchange): void {
  const { world, unit } = exchange
  if (world.now - world.state.wroteAt < LAG_MS && !unit!.verdict && isReading(unit!)) exchange.citeAlways('A-99')
}

/**
 * Moves world time on after a request that wrote; a refused one wrote nothing. Time moves less far where much work
 * falls due.
 */
export function moveTime(exchange: Exchange): void {
  const {
    world,
    host: { tracer },
  } = exchange
  const written = world.state.version - exchange.start.version
  const wrote = written !== (exchange.triggered?.writes ?? 0)
  if (wrote) world.state.wroteAt = world.now
  if (world.time.mode === 'real') return
  const { request_ms: always, write_ms: write } = world.settings
  const took = (wrote ? write : 0) + always
  if (took === 0) return
  const target = Math.min(world.now + took, LAST_MS)
  if (tracer === undefined) world.advanceTo(target, MAX_DUE_AT_REQUEST)
  else exchange.traced = { ...exchange.traced!, due: tracer.finish(target, MAX_DUE_AT_REQUEST) }
}

/** Cites the statements of every success of the unit, if the answer is a success. */
export function citeUnit(exchange: Exchange): void {
  const { unit, failure } = exchange
  if (unit === undefined || failure !== undefined) return
  const isRefusing = exchange.world.settings.unspecified === 'refuse'
  exchange.citations = exchange.citations.with(isRefusing ? withoutFieldRows(unit) : unit.statements)
}

/** Counts the statements that the answer shows. */
export function countCitations(exchange: Exchange): void {
  const { host, citations, unit } = exchange
  host.coverage.answered(citations)
  if (meetings === undefined) return
  if (unit !== undefined) meetings.note({ called: unit.id })
  if (meetings.listsAnswers) meetings.listAnswer(describeAnswer(keepExchange(0, exchange, undefined)))
}

/** Records the exchange in the journal. An exchange whose answer was held already has an entry. */
export function record(exchange: Exchange): void {
  const { client, host } = exchange
  const journal = host.journal!
  const number = exchange.entry ?? journal.record(exchange)
  if (exchange.entry !== undefined) journal.amend(number, exchange)
  if (client === undefined) return journal.ended(number, exchange)
  const answered = host.waitClock()
  client.onEnd((left) => journal.ended(number, exchange, left ? host.waitClock() - answered : undefined))
}
