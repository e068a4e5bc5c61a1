import { factsOf, type ErrorCode } from '../../contract/errors.ts'
import { exploreFault } from '../fault.ts'
import { whenOf, type Point } from '../points.ts'

export const refusal = exploreFault({
  name: 'refusal',
  group: 'refusal',
  clauses: ['envelope.failure-has-error-and-message'],
  severity: 60,
  lesson: 'Every documented error of a call can come: `status` decides, and the code in `error` says which.',
  at(point, { units }) {
    const declared = units.get(point.unit)?.errors ?? []
    const codes: ErrorCode[] = [...new Set<ErrorCode>([...declared, 'unauthenticated', 'internal_error'])]
    return [...codes.map((code) => refusedWith(point, code)), refusedForGood(point, 'internal_error')]
  },
})

function refusedWith(point: Point, error: ErrorCode) {
  return { variant: error, what: `it is refused with ${factsOf(error).status} ${error}`, triggers: [{ when: whenOf(point), do: [{ fail: { error } }] }] }
}

function refusedForGood(point: Point, error: ErrorCode) {
  return { variant: `${error}-lasting`, what: `from this call on it is refused with ${factsOf(error).status} ${error}`, triggers: [{ when: whenOf(point, true), do: [{ fail: { error } }] }] }
}
