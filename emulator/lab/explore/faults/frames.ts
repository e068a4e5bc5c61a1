import { exploreFault } from '../fault.ts'
import { whenOf } from '../points.ts'

export const frames = exploreFault({
  name: 'frames',
  group: 'order',
  clauses: ['realtime.speaks-json-rpc-2'],
  severity: 68,
  lesson: 'Answers on a socket come in any order, twice, or to nobody: only the id tells whose they are.',
  at: (point) =>
    point.via === 'http'
      ? []
      : [
          {
            variant: 'reordered',
            what: 'the answer comes after the next one, or not at all where none follows',
            triggers: [{ when: whenOf(point), do: [{ reorder: true }] }],
          },
          {
            variant: 'duplicated',
            what: 'the answer comes twice',
            triggers: [{ when: whenOf(point), do: [{ duplicate: true }] }],
          },
          {
            variant: 'unknown-id',
            what: 'the answer has an id that nobody asked with',
            triggers: [{ when: whenOf(point), do: [{ unknown_id: true }] }],
          },
          {
            variant: 'held',
            what: 'the answer is held back',
            triggers: [{ when: whenOf(point), do: [{ hold: true }] }],
          },
        ],
})
