import type * as v from 'valibot'
import { errorFacts, isAssumedCode, isErrorCode, type ErrorCode } from '../../../contract/errors.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import { findAssumptions } from '../unit/assumed.ts'
import type { Unit } from '../unit/definition.ts'
import type { PageShape } from '../pages.ts'

/**
 * The line between the parts of an answer that the specification determines and those that it leaves open. `vary`
 * changes the open parts, and a drift run compares the others.
 */

/** True for a status of a refusal that the specification does not state. Status 401 is always kept. */
export function isFreeStatus(code: ErrorCode): boolean {
  return errorFacts(code).statusFrom !== 'specification' && code !== 'unauthenticated'
}

/** True for a code in `error` that no sentence names. */
export function isFreeCode(code: string): boolean {
  return !isErrorCode(code) || isAssumedCode(code)
}

/**
 * True for a success with any status 2xx. The specification says 200 for a verdict; reads and listings make nothing, and
 * answer 200.
 */
export function isFreeSuccess({ verdict, method, page }: Pick<Unit, 'verdict' | 'method' | 'page'>): boolean {
  return !verdict && method !== 'GET' && page === undefined
}

/** True for a JSON-RPC code that the protocol leaves to servers, or that only an assumption gives. */
export function isFreeRpcCode(code: number): boolean {
  return isAssumedRpcCode(code) || (code <= -32000 && code > -32100)
}

/** True for -32602 and -32603 of API errors: that they are these is assumed. */
export function isAssumedRpcCode(code: number): boolean {
  return code === rpcErrors.invalid_params.code || code === rpcErrors.internal_error.code
}

/** True for a field that only assumptions give. */
export function isFreeField(schema: v.GenericSchema | undefined): boolean {
  return schema === undefined || findAssumptions(schema) !== undefined
}

/** True for a listing that promises no order: only those with a record cursor do. */
export function isFreeOrder(page: PageShape | undefined): boolean {
  return page?.kind !== 'record'
}
