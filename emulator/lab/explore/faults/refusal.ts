import { errorFacts, type ErrorCode } from '../../../contract/errors.ts'
import { exploreFault } from '../fault.ts'
import { triggerCondition, type Point } from '../points.ts'

/** Codes by which a client may conclude that its work is done. `already-done` makes that true. */
const fulfilled: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'revision_not_failed',
  'revision_not_draft',
  'member_exists',
])
/** Codes after which a client may wait or start over without an end. */
const awaited: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal_error',
  'limit_exceeded',
  'blob_not_ready',
  'operation_in_progress',
  'invalid_cursor',
])

export const refusal = exploreFault({
  name: 'refusal',
  group: 'refusal',
  clauses: ['envelope.failure-has-error-and-message'],
  severity: 60,
  lesson:
    'A call can be refused with each of its documented errors: `status` says whether, and the code in `error` says why.',
  failsCall: true,
  at(point, { units }) {
    const declared = units.get(point.unit)?.errors ?? []
    const codes = [...new Set<ErrorCode>([...declared, 'unauthenticated', 'internal_error'])].filter(
      (code) => !fulfilled.has(code) && !saysItIsGone(point, code),
    )
    return [
      ...codes.map((code) => refusedWith(point, code)),
      ...codes.filter((code) => awaited.has(code)).map((code) => refusedForGood(point, code)),
    ]
  },
})

/** A delete that finds nothing may count as done. `target-changes` deletes the record before, so that it is true. */
function saysItIsGone({ unit }: Point, code: ErrorCode): boolean {
  return /^DELETE |\.delete_/.test(unit) && code.endsWith('_not_found')
}

function refusedWith(point: Point, error: ErrorCode) {
  return {
    variant: error,
    what: `it is refused with ${errorFacts(error).status} ${error}`,
    triggers: [{ when: triggerCondition(point), do: [{ fail: { error } }] }],
  }
}

function refusedForGood(point: Point, error: ErrorCode) {
  return {
    variant: `${error}-lasting`,
    lasts: true as const,
    what: `from this call on it is refused with ${errorFacts(error).status} ${error}`,
    triggers: [{ when: triggerCondition(point, true), do: [{ fail: { error } }] }],
  }
}
