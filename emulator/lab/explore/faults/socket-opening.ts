import type { SocketOpening } from '../../../engine/world/settings.ts'
import { exploreFault } from '../fault.ts'
import type { ExperimentPlan } from '../plan.ts'

/** Maximum of openings in a run that are tried. */
const MAX_OPENINGS = 3

const ways: readonly [SocketOpening, what: string][] = [
  ['bad_gateway', 'is answered by a proxy with 502 and a page of HTML'],
  ['unauthenticated', 'is refused with 401 unauthenticated'],
  ['hangs', 'is never answered'],
  ['closed', 'closes at once with 1013'],
]

export const socketOpening = exploreFault({
  name: 'socket-opening',
  group: 'network',
  clauses: [],
  severity: 67,
  lesson:
    'A socket may not open, or close before anything is said on it: opening needs a time limit and a last attempt.',
  failsCall: true,
  throughout: ({ openings }) =>
    Array.from({ length: Math.min(openings, MAX_OPENINGS) }, (_, n) => n).flatMap((before) =>
      ways.flatMap(([way, what]): ExperimentPlan[] => {
        const accepted = Array.from({ length: before }, (): SocketOpening => 'accepted')
        const socket = openings === 1 ? 'the socket' : `socket ${before + 1}`
        const name = way.replace('_', '-')
        return [
          {
            variant: `${name}-${before + 1}`,
            what: `${socket} ${what}`,
            settings: { sockets: [...accepted, way, 'accepted'] },
          },
          ...(way === 'bad_gateway'
            ? [
                {
                  variant: `${name}-${before + 1}-lasting`,
                  lasts: true as const,
                  what: `${socket} and every one after it ${what}`,
                  settings: { sockets: [...accepted, way] },
                },
              ]
            : []),
        ]
      }),
    ),
})
