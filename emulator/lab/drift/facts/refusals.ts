import { errorFacts, isAssumedCode, isErrorCode, rpcCode, type ErrorCode } from '../../../contract/errors.ts'
import { limitDefaults, type LimitName } from '../../../engine/world/settings.ts'
import { factSettings } from '../../../host/facts/fact-settings.ts'
import type { SeenPair } from './seen-answer.ts'
import type { Sighting } from './sighting.ts'

/** Facts about refusals: statuses, names of codes, JSON-RPC codes, values of limits. */
export function seeRefusals(pair: SeenPair): Sighting[] {
  return [...seeStatus(pair), ...seeCode(pair), ...seeRpcCode(pair), ...seeLimit(pair), ...seeDecision(pair)]
}

/** The status of a code that both answer, or of a code that replaces an assumed one. */
function seeStatus({ target, twin }: SeenPair): Sighting[] {
  const { code } = twin
  if (!isErrorCode(code) || target.code === undefined || target.status === undefined || target.status < 400) return []
  const { statusFrom } = errorFacts(code)
  if (
    statusFrom === 'specification' ||
    statusFrom === 'emulator' ||
    !(target.code === code || isRenamed(code, target.code))
  )
    return []
  return [{ assumption: statusFrom, setting: `statuses.${code}`, observed: target.status }]
}

/** The target's name for a code that the specification does not name. */
function seeCode({ target, twin }: SeenPair): Sighting[] {
  const { code } = twin
  if (!isErrorCode(code) || !isAssumedCode(code) || target.code === undefined) return []
  if (target.code !== code && !isRenamed(code, target.code)) return []
  const [assumption] = [errorFacts(code).source] as ['A-7']
  return [{ assumption, about: `code ${code}`, observed: target.code, assumed: code }]
}

/** True if the target's code may replace an assumed code of the emulator: the emulator does not know it. */
function isRenamed(code: ErrorCode, seen: string): boolean {
  return isAssumedCode(code) && !isErrorCode(seen)
}

/** The JSON-RPC code for a code of the API. */
function seeRpcCode({ target, twin }: SeenPair): Sighting[] {
  const { code } = twin
  if (!isErrorCode(code) || target.code !== code || target.rpcCode === undefined) return []
  return [{ assumption: 'A-57', about: `JSON-RPC code of ${code}`, observed: target.rpcCode, assumed: rpcCode(code) }]
}

/** Values of limits, from a refusal by a limit and from the endpoint that lists limits. */
function seeLimit({ target }: SeenPair): Sighting[] {
  const listed = Object.entries((target.fields['limits'] ?? {}) as Readonly<Record<string, { max?: unknown } | null>>)
  const named = typeof target.limit?.['name'] === 'string' ? [[target.limit['name'], target.limit] as const] : []
  return [...listed, ...named].flatMap(([name, limit]) => {
    const max = limit?.max
    if (!Object.hasOwn(limitDefaults, name) || !Number.isInteger(max) || (max as number) < 0) return []
    const setting = `limits.${name as LimitName}`
    return [{ assumption: factSettings.get(setting)!.assumptions[0]!, setting, observed: max }]
  })
}

/**
 * The target's decision if only one side refuses, or both do with codes of different meaning, and only assumptions
 * decided.
 */
export function seeDecision({ unit, target, twin, isAssumed, assumptions }: SeenPair): Sighting[] {
  const [seen, own] = [target.code ?? 'success', twin.code ?? 'success']
  if (unit === undefined || !isAssumed || seen === own || target.limit !== undefined) return []
  if (isErrorCode(twin.code) && target.code !== undefined && isRenamed(twin.code, target.code)) return []
  // A success of a documented unit does not cite the clauses of its refusals, and the target's refusal may follow from
  // one.
  if (twin.code === undefined && !unit.assumed) return []
  const [assumption] = assumptions
  if (assumption === undefined) return []
  return [{ assumption, about: `answer of ${unit.id}`, observed: seen, assumed: own }]
}
