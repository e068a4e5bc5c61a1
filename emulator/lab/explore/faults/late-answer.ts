import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED, WAITS_FOR_EVER, WORK_MAY_BE_DONE } from '../lessons.ts'
import { whenOf } from '../points.ts'

/** Longer than anybody waits: the run ends before. */
const FOREVER = '1h'

export const lateAnswer = exploreFault({
  name: 'late-answer',
  group: 'network',
  clauses: [],
  severity: 85,
  lesson: WAITS_FOR_EVER,
  lessons: { 'wrong-world': WORK_MAY_BE_DONE, undone: SAY_THAT_IT_FAILED },
  at: (point) => [
    {
      what: 'the answer comes later than anybody waits',
      triggers: [{ when: whenOf(point), do: [{ delay: FOREVER }] }],
    },
  ],
})
