import { exploreFault } from '../fault.ts'
import { whenOf } from '../points.ts'

export const slowBody = exploreFault({
  name: 'slow-body',
  group: 'network',
  clauses: [],
  severity: 20,
  lesson: 'A body that comes in pieces is whole when it ends, and not before.',
  at: (point) =>
    point.via === 'socket'
      ? []
      : [
          {
            what: 'the body comes slowly, in pieces',
            triggers: [{ when: whenOf(point), do: [{ slow: { bytes_per_second: 4_000 } }] }],
          },
        ],
})
