import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED, WAITS_FOR_EVER, WORK_MAY_BE_DONE } from '../lessons.ts'
import { whenOf } from '../points.ts'

export const lostAnswer = exploreFault({
  name: 'lost-answer',
  group: 'network',
  clauses: [],
  severity: 100,
  lesson: WORK_MAY_BE_DONE,
  lessons: { hung: WAITS_FOR_EVER, undone: SAY_THAT_IT_FAILED },
  at: (point) => [
    {
      what: 'the work is done and its answer is lost',
      triggers: [{ when: whenOf(point), do: [{ lose_response: true }] }],
    },
  ],
})
