import type { ApiError, LimitObject } from '../../../contract/api-error.ts'
import { factsOf, isAssumedCode } from '../../../contract/errors.ts'
import { isAssumptionId, type AssumptionId } from '../../../contract/assumption-titles.ts'
import type { Exchange } from '../exchange.ts'
import { unspecified } from './unspecified.ts'
import type { Variation } from './variation.ts'
import { variedProse } from './vary.ts'

/** Fields of a refusal beside its status, as the mode for what is unspecified has them. */
export interface RefusalFields {
  readonly error: string
  readonly message: string
  readonly limit?: LimitObject
}

/** Names that a service might give instead to a refusal with this status; the specification names none of them. */
const otherCodes: Readonly<Record<number, readonly string[]>> = {
  401: ['unauthorized', 'invalid_credentials'],
  404: ['not_found', 'resource_missing'],
  405: ['wrong_method', 'method_not_supported'],
  409: ['conflict', 'state_conflict'],
  413: ['payload_too_large', 'body_too_large'],
  415: ['unsupported_type', 'wrong_content_type'],
  500: ['server_error', 'unexpected_failure'],
}

/** What a refusal says. One that a trigger made up is said as it was written. */
export function refusalFields(exchange: Exchange, failure: ApiError): RefusalFields {
  const { code: error, message, limit, injected } = failure
  const { variation } = exchange
  if (injected) return limitWith({ error, message }, limit)
  const shown = limit && shownLimit(exchange, limit)
  if (variation === undefined) return limitWith({ error, message }, shown)
  return limitWith({ error: variedCode(variation, failure), message: variedProse(variation, failure) }, shown)
}

function limitWith(fields: RefusalFields, limit: LimitObject | undefined): RefusalFields {
  return limit === undefined ? fields : { ...fields, limit }
}

/** Another code of the same class, where the specification names none. */
function variedCode(variation: Variation, { code, status }: ApiError): string {
  return isAssumedCode(code) ? variation.pick([code, ...(otherCodes[status] ?? [])]) : code
}

/** A limit object names its limit; every other field of it is assumed. */
function shownLimit({ world, variation }: Exchange, { name, ...others }: LimitObject): LimitObject {
  const { unspecified, omit_fields: omits } = world.settings
  if (unspecified === 'refuse') return { name }
  if (variation === undefined || !omits) return { name, ...others }
  return { name, ...Object.fromEntries(Object.entries(others).filter(() => variation.flip())) }
}

/** Statuses that mean the same in all modes: wrong credentials, and the refusal of what is not shown. */
const keptStatuses: ReadonlySet<number> = new Set([401, 501])

/** A refusal that rests on a code of an assumption alone, refused itself where only what is shown is answered. */
export function refuseAssumedCode(exchange: Exchange, failure: ApiError): ApiError {
  const { code, status, cites = [], injected, foreign, limit } = failure
  if (injected || foreign !== undefined || limit !== undefined) return failure
  if (!isAssumedCode(code) || keptStatuses.has(status) || code === 'world_not_found') return failure
  // JSON-RPC has a code of its own for an unknown method.
  const isUnknownMethod = exchange.via === 'socket' && exchange.unit === undefined
  if (isUnknownMethod || !cites.every(isAssumptionId)) return failure
  const ids: AssumptionId[] = [...new Set([factsOf(code).source, 'A-77', ...cites].filter(isAssumptionId))]
  return unspecified(`the code '${code}'`, ids)
}
