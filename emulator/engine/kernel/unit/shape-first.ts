import type * as v from 'valibot'
import { ApiError } from '../../../contract/api-error.ts'
import { isAssumptionId } from '../../../contract/assumption-ids.ts'
import { boundedParse } from '../../checking/bounded-parse.ts'
import { isObject } from '../../checking/is-object.ts'
import type { Exchange } from '../exchange.ts'
import type { Step } from '../steps.ts'
import type { AnyInput } from './definition.ts'

/**
 * Combines the steps that check the shape of a body. If the request would also be refused for its path, the refusal of
 * the shape rests on the order of checks, and an alternative gives the other refusal.
 */
export function shapeFirst(...steps: Step[]): Step {
  return (exchange) => {
    try {
      for (const step of steps) step(exchange)
    } catch (refusal) {
      throw refusal instanceof ApiError && refusal.status === 400 ? chooseRefusal(exchange, refusal) : refusal
    }
  }
}

function chooseRefusal(exchange: Exchange, refusal: ApiError): ApiError {
  // A sentence of the specification refuses the shape, whatever the request names.
  if (refusal.cites?.every(isAssumptionId) !== true) return refusal
  const later = findLaterRefusal(exchange)
  if (later === undefined) return refusal
  if (exchange.follows('existence-before-shape')) return later
  const { code, message, cites = [] } = refusal
  return new ApiError(code, message, { cites: [...cites, 'A-378'] })
}

/**
 * Refusal for a missing record or missing access, by the path and the fields of the body that have their shape;
 * undefined if it depends on others.
 */
function findLaterRefusal(exchange: Exchange): ApiError | undefined {
  const { unit, params, query, body: sent, passed } = exchange
  const body = keepReadable(unit!.bodySchema.entries, sent)
  const input = { params, query, body, subject: undefined as unknown, bytes: new Uint8Array(0) }
  const found = catchRefusal(() => (input.subject = unit!.subject?.(input as AnyInput, exchange)))
  // Access may need no more than the path, where the subject needs a field that cannot be read.
  const refusal = found ?? catchRefusal(() => unit!.access?.(input as AnyInput, exchange))
  // The request did not come so far.
  if (!exchange.follows('existence-before-shape')) exchange.passed = passed
  return refusal?.status === 400 ? undefined : refusal
}

/** Refusal that work throws; undefined for none, and where it reads a field that cannot be read. */
function catchRefusal(work: () => void): ApiError | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown instanceof ApiError ? thrown : undefined
  }
}

/** Fields of a body. One that is missing, or has not its shape, throws when it is read. */
function keepReadable(entries: v.ObjectEntries, sent: unknown): object {
  const given: Readonly<Record<string, unknown>> = isObject(sent) ? sent : {}
  const body = {}
  for (const [name, schema] of Object.entries(entries)) {
    const value = boundedParse(schema, given[name])
    const get = () => {
      if (!value.success) throw new Error(`'${name}' cannot be read`)
      return value.output
    }
    Object.defineProperty(body, name, { get, enumerable: true })
  }
  return body
}
