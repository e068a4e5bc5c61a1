import { ApiError } from '../contract/api-error.ts'
import type { Trail } from '../coverage/trail.ts'
import type { Unit } from '../kernel/definition.ts'
import { jsonHeaders, successFields, successJson } from '../kernel/envelope.ts'
import type { Exchange } from '../kernel/exchange.ts'
import type { WireRequest, WireResponse } from '../kernel/wire.ts'
import type { User } from '../world/tables/users.ts'

/**
 * One exchange as it is kept: references to what there was anyway, and nothing rendered. The exchange itself is not
 * kept, because it would hold the host and everything parsed. Nor is the text of an answer that was made of records: a thousand
 * texts are what the garbage collector would move with each of its rounds, and the records are kept by the world.
 */
export class Entry {
  /** From 1, in order of arrival; never given twice, not even after `clear`. */
  readonly number: number
  readonly via: 'http' | 'socket'
  readonly request: WireRequest
  readonly unit: Unit | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** Parameters of a call on a socket; the body of an HTTP request is in `request`. */
  readonly call: Readonly<Record<string, unknown>> | undefined
  readonly user: User | undefined
  readonly human: User | null
  readonly failure: ApiError | undefined
  readonly trail: Trail
  readonly triggers: readonly string[] | undefined
  readonly notes: readonly string[] | undefined
  readonly defect: unknown
  /** World time when it came and when it was answered, milliseconds since 1970. */
  readonly worldStart: number
  readonly worldEnd: number
  /** Real milliseconds that it took. */
  readonly took: number
  /** Bytes of the bodies, roughly: a text counts one for each UTF-16 unit. */
  readonly size: number
  /** Without its body where that is in `#fields`. */
  readonly #response: WireResponse | undefined
  /** The fields that the body of an ordinary success was made of. */
  readonly #fields: object | undefined

  constructor(number: number, exchange: Exchange) {
    const { identified, response, request } = exchange
    const known = identified !== undefined && !(identified instanceof ApiError)
    this.number = number
    this.via = exchange.via
    this.request = request
    const fields = successFields(exchange)
    this.#fields = fields
    this.#response = fields === undefined ? response : withoutBody(response!)
    this.unit = exchange.unit
    this.params = exchange.params
    this.call = exchange.via === 'socket' ? exchange.body : undefined
    this.user = known ? identified.user : undefined
    this.human = known ? identified.human : null
    this.failure = exchange.failure
    this.trail = exchange.trail
    this.triggers = exchange.triggers
    this.notes = exchange.notes
    this.defect = exchange.defect
    this.worldStart = exchange.worldStart
    this.worldEnd = exchange.world.now
    this.took = exchange.host.stopwatch() - exchange.startedAt
    this.size = (request.body?.length ?? 0) + (response?.body?.length ?? 0)
  }

  get response(): WireResponse | undefined {
    return this.#fields === undefined ? this.#response : { ...this.#response!, body: successJson(this.#fields).text }
  }
}

const plainSuccess: WireResponse = { status: 200, headers: jsonHeaders, body: null }

function withoutBody(response: WireResponse): WireResponse {
  return response.headers === jsonHeaders && response.faults === undefined ? plainSuccess : { ...response, body: null }
}
