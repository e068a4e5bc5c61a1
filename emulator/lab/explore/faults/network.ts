import type { ExploreFault } from '../fault.ts'
import { answerFault } from './answer-fault.ts'

const proxyAnswer = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => ({
  fail: {
    status,
    body: `<html><head><title>${status} ${text}</title></head><body><h1>${status} ${text}</h1></body></html>`,
    headers: { 'content-type': 'text/html', ...headers },
  },
})

/** Faults of the network, and of proxies between client and service. */
export const networkFaults: readonly ExploreFault[] = [
  answerFault({
    name: 'lost-answer',
    group: 'network',
    clauses: [],
    severity: 100,
    lesson: 'An answer can be lost after the work was done.',
    failsCall: true,
    ways: [{ what: 'the work is done and its answer is lost', do: { lose_response: true } }],
  }),
  answerFault({
    name: 'no-answer',
    group: 'network',
    clauses: [],
    severity: 90,
    lesson: 'A connection can end without an answer, once or for good.',
    failsCall: true,
    ways: [
      { what: 'the connection ends without an answer', do: { drop: true } },
      { variant: 'reset', what: 'the connection is reset', do: { reset: true }, via: 'http' },
      { variant: 'lasting', what: 'from this call on no connection is answered', do: { drop: true }, lasts: true },
    ],
  }),
  answerFault({
    name: 'late-answer',
    group: 'network',
    clauses: [],
    severity: 85,
    lesson: 'An answer can come later than any client waits.',
    failsCall: true,
    // The run reaches its time limit first.
    ways: [{ what: 'the answer comes too late', do: { delay: '1h' } }],
  }),
  answerFault({
    name: 'gateway',
    group: 'network',
    clauses: [],
    severity: 75,
    lesson: 'A proxy in front of the service answers with HTML instead of the envelope.',
    failsCall: true,
    ways: [
      {
        variant: '502',
        what: 'a proxy answers 502 with an HTML page',
        do: proxyAnswer(502, 'Bad Gateway'),
        via: 'http',
      },
      {
        variant: '503',
        what: 'a proxy answers 503 with Retry-After',
        do: proxyAnswer(503, 'Service Unavailable', { 'retry-after': '1' }),
        via: 'http',
      },
      {
        variant: '504',
        what: 'a proxy answers 504 although the work is done',
        do: proxyAnswer(504, 'Gateway Timeout'),
        at: 'after',
        via: 'http',
      },
      {
        variant: '503-lasting',
        what: 'from this call on a proxy answers 503',
        do: proxyAnswer(503, 'Service Unavailable'),
        lasts: true,
        via: 'http',
      },
    ],
  }),
  answerFault({
    name: 'rate-limit',
    group: 'network',
    clauses: [],
    severity: 74,
    lesson: 'A service that limits the rate of requests says how long to wait, and refuses those that come earlier.',
    failsCall: true,
    ways: [
      {
        what: 'the answer is 429 with Retry-After, and again until that time is over',
        do: {
          fail: {
            status: 429,
            body: { status: 'failure', error: 'rate_limited', message: 'Wait as long as Retry-After says.' },
            headers: { 'retry-after': '1' },
          },
        },
        // Less than the second that it asks for: no client that waits is refused because of a timer.
        refusesForMs: 900,
        via: 'http',
      },
    ],
  }),
  answerFault({
    name: 'stalled-body',
    group: 'network',
    clauses: [],
    severity: 72,
    lesson: 'A time limit has to cover the body: a body can stop after the headers have come.',
    failsCall: true,
    // Time limits of many libraries (ky, ofetch, Java's HttpClient) only cover the headers.
    noted: 'hung',
    ways: [{ what: 'the body stops half way and the connection stays open', do: { stall: true }, via: 'http' }],
  }),
  answerFault({
    name: 'broken-answer',
    group: 'network',
    clauses: [],
    severity: 70,
    lesson: 'An answer can be cut, empty or not JSON.',
    failsCall: true,
    ways: [
      { variant: 'cut', what: 'the answer is cut in the middle', do: { truncate: true } },
      // An empty file is valid, and the envelope in its header says `success`.
      { variant: 'empty', what: 'the answer is empty', do: { empty: true }, except: 'download' },
      { variant: 'not-json', what: 'the answer is not JSON', do: { malformed: true } },
    ],
  }),
  answerFault({
    name: 'slow-body',
    group: 'network',
    clauses: [],
    severity: 20,
    lesson: 'A body that comes in pieces is complete only at its end.',
    ways: [{ what: 'the body comes slowly, in pieces', do: { slow: { bytes_per_second: 4_000 } }, via: 'http' }],
  }),
]
