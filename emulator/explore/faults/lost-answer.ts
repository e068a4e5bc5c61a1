import { exploreFault } from '../fault.ts'
import { whenOf } from '../points.ts'

export const lostAnswer = exploreFault({
  name: 'lost-answer',
  group: 'network',
  clauses: [],
  severity: 100,
  lesson: 'An answer that is lost says nothing of the work: it may be done. Look before doing it again.',
  at: (point) => [{ what: 'the work is done and its answer is lost', triggers: [{ when: whenOf(point), do: [{ lose_response: true }] }] }],
})
