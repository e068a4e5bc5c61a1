import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED } from '../lessons.ts'
import { whenOf } from '../points.ts'

const LESSON = 'A connection that ends without an answer is a failure, once or for good.'

export const noAnswer = exploreFault({
  name: 'no-answer',
  group: 'network',
  clauses: [],
  severity: 90,
  lesson: LESSON,
  lessons: { undone: `${LESSON} ${SAY_THAT_IT_FAILED}` },
  at: (point) =>
    [
      { what: 'the connection ends without an answer', triggers: [{ when: whenOf(point), do: [{ drop: true }] }] },
      { variant: 'reset', what: 'the connection is reset', triggers: [{ when: whenOf(point), do: [{ reset: true }] }] },
      {
        variant: 'lasting',
        lasts: true,
        what: 'from this call on no connection is answered',
        triggers: [{ when: { ...whenOf(point, true) }, do: [{ drop: true }] }],
      },
    ].filter(({ variant }) => !(point.via === 'socket' && variant === 'reset')) as never,
})
