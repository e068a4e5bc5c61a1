import { exploreFault } from '../fault.ts'
import { whenOf } from '../points.ts'

export const noAnswer = exploreFault({
  name: 'no-answer',
  group: 'network',
  clauses: [],
  severity: 90,
  lesson: 'A connection that ends without an answer is a failure, once or for good.',
  at: (point) => [
    { what: 'the connection ends without an answer', triggers: [{ when: whenOf(point), do: [{ drop: true }] }] },
    { variant: 'reset', what: 'the connection is reset', triggers: [{ when: whenOf(point), do: [{ reset: true }] }] },
    { variant: 'lasting', lasts: true, what: 'from this call on no connection is answered', triggers: [{ when: { ...whenOf(point, true) }, do: [{ drop: true }] }] },
  ].filter(({ variant }) => !(point.via === 'socket' && variant === 'reset')) as never,
})
