import type { ClauseId } from '../../../contract/clauses.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import { type AssumptionId, isAssumptionId } from '../../../contract/assumption-ids.ts'
import { type ErrorCode, errorFacts, isAssumedCode } from '../../../contract/errors.ts'
import { asciiJson, Binary } from '../unit/binary.ts'
import type { Unit } from '../unit/definition.ts'
import type { Exchange } from '../exchange.ts'
import type { WireResponse } from '../wire.ts'

const jsonHeaders: readonly string[] = ['content-type', 'application/json']

/** Writes a success by rules 1 and 2 of the envelope: `status` beside the unit's own fields. */
export function successResponse(exchange: Exchange): WireResponse {
  const { result, unit } = exchange
  if (result instanceof Binary) return binaryResponse(exchange, result)
  exchange.cite('envelope.status-on-every-response', 'service.json-answers')
  if (unit!.engine !== undefined) exchange.cite('A-1')
  if (unit!.verdict) {
    if ((result as { status: unknown }).status === 'failure') exchange.cite('envelope.check-definition.answers-200')
    return jsonResponse(200, result as object)
  }
  exchange.cite(...successRows(unit!))
  if (result === undefined) exchange.cite('envelope.nothing-to-return-is-status-only', 'envelope.no-bare-empty-object')
  else exchange.cite('envelope.success-fields-beside-status')
  return jsonResponse(200, { status: 'success', ...(result as object) })
}

/** Assumptions that give an answer its status of success, the one about it most last. */
export function successRows({ method, returns }: Pick<Unit, 'method' | 'returns'>): readonly AssumptionId[] {
  if (method === 'GET') return []
  return 'operation' in returns ? ['A-45', 'A-382'] : ['A-45']
}

/**
 * Writes a refusal by rules 3 and 4 of the envelope: a stable code, prose, and the limit that refused. Settings may
 * give a code another status.
 */
export function failureResponse(exchange: Exchange, failure: ApiError): WireResponse {
  if (failure.foreign !== undefined) return failure.foreign
  exchange.cite('envelope.status-on-every-response', 'envelope.failure-has-error-and-message', 'service.json-answers')
  if (!failure.injected) {
    markRefusal(exchange, failure)
    markEnvelope(exchange, failure)
  }
  const { code, message, limit, extra, allow, acceptEncoding } = failure
  const body = { status: 'failure', error: code, message, ...(limit && { limit }), ...extra }
  // A refusal that a trigger makes up is none that an alternative decides.
  const { settings, inForce } = exchange.world
  const { statuses } = failure.injected ? inForce.given : settings
  return {
    ...jsonResponse((statuses as Partial<Record<ErrorCode, number>>)[code] ?? failure.status, body),
    headers: [
      ...jsonHeaders,
      ...(allow === undefined ? [] : ['allow', allow.join(', ')]),
      ...(acceptEncoding === undefined ? [] : ['accept-encoding', acceptEncoding]),
    ],
  }
}

/** Codes that a `limit` object accompanies according to the specification; the code of a fixed size limit is ours. */
const withLimit: Partial<Record<ErrorCode, ClauseId>> = {
  limit_exceeded: 'envelope.limit.with-limit-exceeded',
  invalid_blob_type: 'envelope.limit.with-invalid-blob-type',
  request_too_large: 'envelope.limit.with-size-and-count-limits',
  graph_traversal_limit_exceeded: 'envelope.limit.with-size-and-count-limits',
}

/** Cites the statements that the envelope of a refusal shows over HTTP alone. */
function markEnvelope(exchange: Exchange, { code, limit, cites = [] }: ApiError): void {
  if (isNamed(code, cites)) {
    exchange.cite('envelope.error-code-is-stable')
    if (code === 'forbidden') exchange.cite('errors.forbidden-is-403')
  }
  if (limit === undefined) return
  const clause = withLimit[code]
  exchange.cite('envelope.limit.names-the-limit', ...(clause === undefined ? [] : [clause]))
}

/** Checks that the specification names a refusal: by its code alone, or by a clause for the case. */
function isNamed(code: ErrorCode, cites: readonly string[]): boolean {
  const { source, severalCases } = errorFacts(code)
  return severalCases === true ? cites.some((id) => !isAssumptionId(id)) : !isAssumedCode(code) && source !== 'emulator'
}

/** Cites the statements that a refusal shows, over HTTP and on a socket. */
export function markRefusal(exchange: Exchange, { code, limit, cites }: ApiError): void {
  const { severalCases, source, statusFrom } = errorFacts(code)
  if (severalCases !== true && source !== 'emulator') exchange.cite(source)
  if (statusFrom === 'A-6' || statusFrom === 'A-391') exchange.cite(statusFrom)
  if (cites !== undefined) exchange.cite(...cites)
  if (limit !== undefined) exchange.cite('A-8')
}

function binaryResponse(exchange: Exchange, { data, fields }: Binary): WireResponse {
  exchange.cite('envelope.binary.file-is-the-body', 'A-25')
  const envelope = asciiJson({ status: 'success', ...fields })
  return { status: 200, headers: ['content-type', 'application/octet-stream', 'x-response-body', envelope], body: data }
}

function jsonResponse(status: number, body: object): WireResponse {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) }
}
