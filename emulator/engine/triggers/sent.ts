import { percentDecoded } from '../checking/percent-decoded.ts'
import type { TriggeredExchange, Values } from './exchange.ts'
import { isObject } from '../checking/is-object.ts'

/** A request as sent. Read at most once, and only if a trigger needs it. */
export class Sent {
  readonly #exchange: TriggeredExchange
  #params: Values | undefined
  #segments: readonly string[] | undefined

  constructor(exchange: TriggeredExchange) {
    this.#exchange = exchange
  }

  /**
   * Query, body fields or command parameters, and path parameters (`me` is not resolved). A body that is no JSON object
   * counts as empty; the kernel validates its shape.
   */
  get params(): Values {
    return (this.#params ??= readParams(this.#exchange))
  }

  /** The path, decoded segment by segment. */
  get segments(): readonly string[] {
    return (this.#segments ??= this.#exchange.request.url.split('?', 1)[0]!.split('/').map(percentDecoded))
  }
}

function readParams(exchange: TriggeredExchange): Values {
  if (exchange.via === 'socket') return exchange.body
  return { ...parseQuery(exchange.request.url), ...parseBody(exchange), ...exchange.params }
}

function parseQuery(url: string): Values {
  const start = url.indexOf('?')
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)))
}

function parseBody(exchange: TriggeredExchange): Values {
  const { body } = exchange.request
  const text =
    exchange.unit?.transfer === 'upload'
      ? exchange.header('x-request-body')
      : body === null
        ? undefined
        : new TextDecoder().decode(body)
  if (text === undefined || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
