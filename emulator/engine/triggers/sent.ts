import { ApiError } from '../../contract/api-error.ts'
import { decodeHeader } from '../checking/header-text.ts'
import { jsonValues, pathSegments, queryValues, resolvedMe } from '../matching/request-values.ts'
import type { TriggeredExchange } from './exchange.ts'
import type { Fields } from '../checking/is-object.ts'

/** A request as triggers compare it. Read at most once, and only if a trigger needs it. */
export class Sent {
  readonly #exchange: TriggeredExchange
  #path: Fields = {}
  #params: Fields | undefined
  #resolved: Fields | undefined
  #segments: readonly string[] | undefined

  constructor(exchange: TriggeredExchange) {
    this.#exchange = exchange
  }

  /**
   * Query, body fields or command parameters, and path parameters as sent (`me` is not resolved). A body that is no JSON
   * object counts as empty.
   */
  get params(): Fields {
    if (this.#params !== undefined) return this.#params
    const { via, request, params, body } = this.#exchange
    this.#path = params
    return (this.#params =
      via === 'socket' ? body : { ...queryValues(request.url), ...jsonValues(jsonText(this.#exchange)), ...params })
  }

  /** The parameters with the caller in place of `me`. */
  get resolved(): Fields {
    const { params } = this
    const { identified } = this.#exchange
    if (identified instanceof ApiError) return params
    return (this.#resolved ??= { ...params, ...resolvedMe(this.#path, identified) })
  }

  /** The path, decoded segment by segment. */
  get segments(): readonly string[] {
    return (this.#segments ??= pathSegments(this.#exchange.request.url))
  }
}

/** JSON of a request: its body, or the header of an upload. */
function jsonText(exchange: TriggeredExchange): string | undefined {
  const { body } = exchange.request
  if (exchange.unit?.transfer === 'upload') return decodeHeader(exchange.header('x-request-body') ?? '')
  return body === null ? undefined : new TextDecoder().decode(body)
}
