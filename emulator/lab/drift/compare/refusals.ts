import { errorFacts, isErrorCode } from '../../../contract/errors.ts'
import { isObject } from '../../../engine/checking/is-object.ts'
import { isFreeCode, isFreeRpcCode, isFreeStatus } from '../../../engine/kernel/unspecified/documented-line.ts'
import type { Findings } from './findings.ts'
import type { ParsedAnswer } from './parsed-answer.ts'

/**
 * Compares two refusals: the code and the status if the specification names them, the limit if one caused the refusal.
 */
export function compareRefusals(found: Findings, target: ParsedAnswer, twin: ParsedAnswer): void {
  compareCodes(found, target.error, twin.error)
  compareStatuses(found, target, twin)
  if (typeof target.message !== typeof twin.message) found.differ('`message`', target.message, twin.message)
  compareLimits(found, target.limit, twin.limit)
  if (twin.rpcCode !== undefined || target.rpcCode !== undefined) compareRpcCodes(found, target.rpcCode, twin.rpcCode)
}

function compareCodes(found: Findings, target: unknown, twin: unknown): void {
  if (target === twin) return
  const areFree = typeof target === 'string' && typeof twin === 'string' && isFreeCode(target) && isFreeCode(twin)
  if (!areFree) found.differ('`error`', target, twin)
}

function compareStatuses(
  found: Findings,
  { status: target }: ParsedAnswer,
  { status: twin, error }: ParsedAnswer,
): void {
  if (target === undefined || twin === undefined || target === twin) return
  const isFree = isErrorCode(error) ? isFreeStatus(error) : true
  const isSameClass = Math.floor(target / 100) === Math.floor(twin / 100)
  if (!isFree || !isSameClass || target === 401 || twin === 401) found.differ('HTTP status', target, twin)
}

/** Compares the names of limits; their other fields are assumptions. */
function compareLimits(found: Findings, target: unknown, twin: unknown): void {
  if (!isObject(twin) && !isObject(target)) return
  if (!isObject(twin)) return
  if (!isObject(target)) found.differ('`limit`', target, twin)
  else if (target['name'] !== twin['name']) found.differ('`limit.name`', target['name'], twin['name'])
}

function compareRpcCodes(found: Findings, target: number | undefined, twin: number | undefined): void {
  if (target === twin) return
  if (target !== undefined && twin !== undefined && isFreeRpcCode(target) && isFreeRpcCode(twin)) return
  found.differ('the JSON-RPC code', target, twin)
}

/** True for a refusal by a limit. Each service chooses its limits, and has records that the twin does not know. */
export function isOfLimit({ error }: ParsedAnswer): boolean {
  return isErrorCode(error) && (errorFacts(error).limit !== undefined || error === 'request_too_large')
}
