import { exploreFault, type Plan } from '../fault.ts'
import { SAY_THAT_IT_FAILED } from '../lessons.ts'
import { whenOf, type Point } from '../points.ts'

const LESSON = 'A socket ends at any time, with a code or without: a client that goes on needs another.'

export const socketEnds = exploreFault({
  name: 'socket-ends',
  group: 'order',
  clauses: ['realtime.speaks-json-rpc-2'],
  severity: 66,
  lesson: LESSON,
  lessons: { undone: `${LESSON} ${SAY_THAT_IT_FAILED}` },
  at: (point) =>
    point.via === 'http'
      ? []
      : [1001, 1011, 1013]
          .flatMap((code) => [
            ended(point, `${code}`, 'before', `the socket closes with ${code} while the call is under way`, {
              close: { code },
            }),
          ])
          .concat([
            ended(point, 'aborted', 'before', 'the socket is cut while the call is under way', { abort: true }),
            ended(point, '1001-after', 'after', 'the socket closes with 1001 after the answer', {
              close: { code: 1001 },
            }),
          ]),
})

function ended(
  point: Point,
  variant: string,
  at: 'before' | 'after',
  what: string,
  fault: { close: { code: number } } | { abort: true },
): Plan {
  return { variant, what, triggers: [{ when: { ...whenOf(point), at }, do: [fault as never] }] }
}
