import { refuseAssumedCode } from './unspecified/refusals.ts'
import { documentedResult } from './unspecified/unspecified.ts'
import { variedResult } from './unspecified/vary.ts'
import { ApiError } from '../../contract/api-error.ts'
import { Binary } from './unit/binary.ts'
import type { Input, Unit } from './unit/definition.ts'
import type { Exchange } from './exchange.ts'
import type { Host } from './host.ts'
import type { Listing } from './pages.ts'
import { MAX_DUE_AT_REQUEST } from '../world/advance-bounds.ts'
import { LAST_MS } from '../world/clock.ts'
import { page } from './pagination.ts'

type Fields = Record<string, unknown>
type AnyInput = Input<never, never, never, never>

/** The steps that HTTP and the socket share, once the input has its shape: existence, access, handle, page. */
export function perform(exchange: Exchange, unit: Unit): void {
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
  exchange.result = adjusted(
    exchange,
    unit,
    unit.page === undefined ? result : page(exchange, unit.page, result as Listing),
  )
}

/** The answer as the mode for what is unspecified has it. A file is a file; its envelope is one like any other. */
function adjusted(exchange: Exchange, unit: Unit, result: unknown): unknown {
  const { unspecified } = exchange.world.settings
  if (unspecified === 'allow' || unspecified === 'warn' || result === undefined) return result
  if (result instanceof Binary) return new Binary(result.data, adjusted(exchange, unit, result.fields) as Fields)
  if (unspecified === 'refuse') return documentedResult(unit, result as Fields)
  return variedResult(exchange, unit, result as Fields)
}

/** World time moves with each request that wrote; a refused one wrote nothing. Where much falls due it moves less far. */
export function finishWrite(exchange: Exchange, versionBefore: number): void {
  const {
    world,
    host: { tracer },
  } = exchange
  if (world.mode === 'real') return
  const { request_ms: always, write_ms: write } = world.settings
  const wrote = world.state.version - exchange.foreignWrites !== versionBefore
  if (wrote) exchange.cite('A-36')
  const took = (wrote ? write : 0) + always
  if (took === 0) return
  const target = Math.min(world.now + took, LAST_MS)
  if (tracer === undefined) world.advanceTo(target, MAX_DUE_AT_REQUEST)
  else exchange.due = tracer.finish(target, MAX_DUE_AT_REQUEST)
}

/** Brings the world up to its time, before a request. */
export function settle({ world, tracer }: Host): void {
  ;(tracer ?? world).settle()
}

/** What was thrown as a refusal: a defect of our own becomes `internal_error`, its text kept off the wire. */
export function asRefusal(exchange: Exchange, thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return refuseAssumedCode(exchange, thrown)
  exchange.defect = thrown
  return new ApiError('internal_error')
}
