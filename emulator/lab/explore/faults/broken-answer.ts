import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED, WORK_MAY_BE_DONE } from '../lessons.ts'
import { whenOf } from '../points.ts'

const LESSON = 'A body that is cut, empty or not JSON is a failure, and none to crash on.'

export const brokenAnswer = exploreFault({
  name: 'broken-answer',
  group: 'network',
  clauses: [],
  severity: 70,
  lesson: LESSON,
  lessons: { 'wrong-world': WORK_MAY_BE_DONE, undone: `${LESSON} ${SAY_THAT_IT_FAILED}` },
  at: (point, { units }) => [
    {
      variant: 'cut',
      what: 'the answer is cut in the middle',
      triggers: [{ when: whenOf(point), do: [{ truncate: true }] }],
    },
    // An empty file is a file, and the envelope in its header says `success`.
    ...(units.get(point.unit)?.transfer === 'download'
      ? []
      : [
          {
            variant: 'empty',
            what: 'the answer is empty',
            triggers: [{ when: whenOf(point), do: [{ empty: true as const }] }],
          },
        ]),
    {
      variant: 'not-json',
      what: 'the answer is not JSON',
      triggers: [{ when: whenOf(point), do: [{ malformed: true }] }],
    },
  ],
})
