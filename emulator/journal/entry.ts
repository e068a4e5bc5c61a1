import { ApiError } from '../contract/api-error.ts'
import { noCitations, type CitationSet } from '../coverage/citation-set.ts'
import type { Unit } from '../kernel/unit/definition.ts'
import { successFields, successJson } from '../kernel/rest/envelope.ts'
import type { Exchange } from '../kernel/exchange.ts'
import { resultJson, type RpcId } from '../kernel/realtime/json-rpc.ts'
import type { Repeated } from '../kernel/repeated.ts'
import type { WireRequest, WireResponse } from '../kernel/wire.ts'
import type { User } from '../world/tables/users.ts'

/**
 * One exchange as it is kept: references to what there was anyway, and nothing rendered. The exchange itself is not
 * kept, because it would hold the host and everything parsed. Nor is the text of an answer that was made of records: a thousand
 * texts are what the garbage collector would move with each of its rounds, and the records are kept by the world.
 *
 * A place of the journal's ring is filled again and again: whoever wants to keep what it says renders it.
 */
export class Entry {
  /** From 1, in order of arrival; never given twice, not even after `clear`. 0 where nothing is kept. */
  number = 0
  via: 'http' | 'socket' = 'http'
  unit: Unit | undefined = undefined
  params: Values = nothing
  /** Parameters of a call on a socket; the body of an HTTP request is in `request`. */
  call: Values | undefined = undefined
  user: User | undefined = undefined
  human: User | null = null
  failure: ApiError | undefined = undefined
  citations: CitationSet = noCitations
  triggers: readonly string[] | undefined = undefined
  notes: readonly string[] | undefined = undefined
  defect: unknown = undefined
  /** World time when it came and when it was answered, milliseconds since 1970. */
  worldStart = 0
  worldEnd = 0
  /** Real milliseconds that it took. */
  took = 0
  /** Bytes of the bodies, roughly: a text counts one for each UTF-16 unit. */
  size = 0
  #method = ''
  #url = ''
  #headers: readonly string[] = []
  /** Text takes the garbage collector less than the bytes that it came in. */
  #body: string | WireRequest['body'] = null
  #rpcId: RpcId = null
  /** Undefined where there are `#fields`. */
  #response: WireResponse | undefined = undefined
  /** The fields that the body of an ordinary success was made of, and what else there is of it. */
  #fields: object | undefined = undefined
  #status = 0
  #answered: readonly string[] = []
  #faults: WireResponse['faults'] = undefined

  fill(number: number, exchange: Exchange, repeated: Repeated): void {
    const { identified, response, request } = exchange
    const known = identified !== undefined && !(identified instanceof ApiError)
    this.number = number
    this.via = exchange.via
    this.#method = request.method
    this.#url = request.url
    this.#headers = request.headers
    this.#body = bodyOf(exchange, repeated)
    this.#rpcId = exchange.rpcId
    const fields = successFields(exchange)
    this.#fields = fields && repeated.fields(exchange.unit, fields)
    this.#response = fields === undefined ? response : undefined
    if (fields !== undefined) this.#keep(response!)
    this.unit = exchange.unit
    this.params = exchange.params
    this.call = exchange.via === 'socket' ? exchange.body : undefined
    this.user = known ? identified.user : undefined
    this.human = known ? identified.human : null
    this.failure = exchange.failure
    this.citations = exchange.citations
    this.triggers = exchange.triggers
    this.notes = exchange.notes
    this.defect = exchange.defect
    this.worldStart = exchange.worldStart
    this.worldEnd = exchange.world.now
    this.took = exchange.host.stopwatch() - exchange.startedAt
    this.size = (request.body?.length ?? 0) + (response?.body?.length ?? 0)
  }

  get request(): WireRequest {
    const body = typeof this.#body === 'string' ? new TextEncoder().encode(this.#body) : this.#body
    return { method: this.#method, url: this.#url, headers: this.#headers, body }
  }

  get response(): WireResponse | undefined {
    if (this.#fields === undefined) return this.#response
    const { text: body } = this.via === 'socket' ? resultJson(this.#rpcId, this.#fields) : successJson(this.#fields)
    const response = { status: this.#status, headers: this.#answered, body }
    return this.#faults === undefined ? response : { ...response, faults: this.#faults }
  }

  #keep({ status, headers, faults }: WireResponse): void {
    this.#status = status
    this.#answered = headers
    this.#faults = faults
  }
}

function bodyOf({ text, request: { body } }: Exchange, repeated: Repeated): string | WireRequest['body'] {
  return text === undefined || body?.[0] === BYTE_ORDER_MARK ? body : repeated.text(text)
}

/** First byte of one in UTF-8: decoding leaves it out. */
const BYTE_ORDER_MARK = 0xef

type Values = Readonly<Record<string, unknown>>
const nothing: Values = Object.freeze({})
