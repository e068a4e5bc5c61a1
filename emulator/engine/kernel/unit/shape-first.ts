import { ApiError } from '../../../contract/api-error.ts'
import type { Exchange } from '../exchange.ts'
import type { Step } from '../steps.ts'
import type { Input } from './definition.ts'

type AnyInput = Input<never, never, never, never>

/**
 * Combines the steps that check the shape of a body. Where what the path names could not be had either, a refusal of the
 * shape rests on the order of checks, and an alternative gives the other one.
 */
export function shapeFirst(...steps: Step[]): Step {
  return (exchange) => {
    try {
      for (const step of steps) step(exchange)
    } catch (refusal) {
      throw refusal instanceof ApiError && refusal.code === 'invalid_request_body'
        ? chooseRefusal(exchange, refusal)
        : refusal
    }
  }
}

function chooseRefusal(exchange: Exchange, refusal: ApiError): ApiError {
  const later = findLaterRefusal(exchange)
  if (later === undefined) return refusal
  if (exchange.follows('existence-before-shape')) return later
  const { code, message, cites = [] } = refusal
  return new ApiError(code, message, { cites: [...cites, 'A-9'] })
}

/** Refusal for want of existence or access, by the path alone; undefined where only a valid body would tell. */
function findLaterRefusal(exchange: Exchange): ApiError | undefined {
  const { unit, params, query } = exchange
  const input = { params, query, body: {}, subject: undefined as unknown, bytes: new Uint8Array(0) }
  try {
    input.subject = unit!.subject?.(input as AnyInput, exchange)
    unit!.access?.(input as AnyInput, exchange)
    return undefined
  } catch (thrown) {
    // A unit that reads the body here fails for want of it.
    return thrown instanceof ApiError ? thrown : undefined
  }
}
