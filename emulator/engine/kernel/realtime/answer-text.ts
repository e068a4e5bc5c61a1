import type { ApiError, ForeignAnswer } from '../../../contract/api-error.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import type { StatementId } from '../../coverage/statements.ts'
import type { Exchange } from '../exchange.ts'
import { markRefusal } from '../rest/envelope.ts'
import type { Engine } from '../unit/definition.ts'
import { errorText, NO_ID, resultText, type RpcError, type RpcId } from './json-rpc.ts'

/** Statements that every answer shows. */
const always: readonly StatementId[] = ['realtime.speaks-json-rpc-2', 'realtime.answers-result-or-error']
/** Statements that every result of an engine shows. */
const results: Readonly<Record<Engine, readonly StatementId[]>> = {
  workflow: ['service.realtime-carries-workflow', 'A-1', 'A-5'],
  scheduler: ['service.realtime-carries-scheduler', 'A-1', 'A-5'],
}

/** Formats an answer: `result` is the envelope without `status`, which a verdict keeps. */
export function answerText(exchange: Exchange): string {
  const { failure, result, unit } = exchange
  const { batched, joined, silent, id = NO_ID } = exchange.call!
  exchange.citations = exchange.citations.with(always)
  if (isRounded(id)) exchange.cite('A-383')
  if (batched !== undefined) exchange.cite('A-403')
  if (!silent && (joined || (batched !== undefined && batched > 1))) exchange.cite('A-316')
  if (failure !== undefined) {
    if (failure.foreign !== undefined && failure.foreign.status < 400)
      return resultText(id, foreignResult(failure.foreign))
    if (!failure.injected) markRefusal(exchange, failure)
    exchange.cite('A-57')
    return errorText(
      id,
      unit === undefined && failure.code === 'endpoint_not_found' ? methodNotFound(failure) : rpcError(failure),
    )
  }
  if (unit?.engine === undefined) exchange.cite('A-5')
  else exchange.citations = exchange.citations.with(results[unit.engine])
  if (result === undefined) exchange.cite('A-317')
  return resultText(id, result ?? {})
}

/** True for an id that changes when it is parsed and written again, such as a number with too many digits. */
function isRounded(id: RpcId): boolean {
  return JSON.stringify(JSON.parse(id)) !== id
}

/**
 * Result for an answer from something in front of the service, such as a gateway: an envelope without its `status`, or
 * any other value unchanged.
 */
function foreignResult({ body }: ForeignAnswer): unknown {
  let value: unknown = body
  try {
    value = JSON.parse(body ?? '{}')
  } catch {
    // Any other text is the result itself.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { status: _status, ...fields } = value as Record<string, unknown>
  return fields
}

function rpcError({ code, rpc, message, limit, extra }: ApiError): RpcError {
  return { code: rpc, message, data: { error: code, ...(limit && { limit }), ...extra } }
}

/** Error with the message of the JSON-RPC specification, which clients may compare; `extra` has the near miss. */
function methodNotFound({ extra }: ApiError): RpcError {
  return extra === undefined ? rpcErrors.method_not_found : { ...rpcErrors.method_not_found, data: extra }
}
