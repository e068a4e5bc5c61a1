import type { ExploreFault } from '../fault.ts'
import { answerFault } from './answer-fault.ts'

/** Faults of answers on a socket, and of the socket. */
export const socketFaults: readonly ExploreFault[] = [
  answerFault({
    name: 'frames',
    group: 'order',
    clauses: ['realtime.speaks-json-rpc-2'],
    severity: 68,
    lesson:
      'Answers on a socket come in any order, come twice, or answer no call: only the id says which call they answer.',
    ways: [
      {
        variant: 'reordered',
        what: 'the answer comes after the next one, or not at all where none follows',
        do: { reorder: true },
        via: 'socket',
      },
      { variant: 'duplicated', what: 'the answer comes twice', do: { duplicate: true }, via: 'socket' },
      { variant: 'unknown-id', what: 'the answer has the id of no call', do: { unknown_id: true }, via: 'socket' },
      { variant: 'held', what: 'the answer is held back', do: { lose_response: true }, via: 'socket' },
    ],
  }),
  answerFault({
    name: 'socket-ends',
    group: 'order',
    clauses: ['realtime.speaks-json-rpc-2'],
    severity: 66,
    lesson: 'A socket can end at any time, with a code or without: a client that goes on opens another.',
    failsCall: true,
    ways: [
      ...[1001, 1011, 1013].map((code) => ({
        variant: `${code}`,
        what: `the socket closes with ${code} during the call`,
        do: { close: { code } },
        at: 'before' as const,
        via: 'socket' as const,
      })),
      {
        variant: 'aborted',
        what: 'the socket is cut during the call',
        do: { abort: true },
        at: 'before',
        via: 'socket',
      },
      {
        variant: '1001-after',
        what: 'the socket closes with 1001 after the answer',
        do: { close: { code: 1001 } },
        at: 'after',
        via: 'socket',
      },
    ],
  }),
]
