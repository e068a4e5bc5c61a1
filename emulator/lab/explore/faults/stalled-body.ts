import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED, WORK_MAY_BE_DONE } from '../lessons.ts'
import { whenOf } from '../points.ts'

export const stalledBody = exploreFault({
  name: 'stalled-body',
  group: 'network',
  clauses: [],
  severity: 72,
  lesson:
    'A time limit holds until the body is there: one that is cleared once the headers have come is none for a body that stops.',
  // The time limits of many libraries (ky, ofetch, the HttpClient of Java) end with the headers.
  noted: 'hung',
  lessons: { 'wrong-world': WORK_MAY_BE_DONE, undone: SAY_THAT_IT_FAILED },
  at: (point) =>
    point.via === 'socket'
      ? []
      : [
          {
            what: 'the body stops half way, and the connection stays open',
            triggers: [{ when: whenOf(point), do: [{ stall: true }] }],
          },
        ],
})
