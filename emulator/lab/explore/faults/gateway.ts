import { exploreFault } from '../fault.ts'
import { SAY_THAT_IT_FAILED, WORK_MAY_BE_DONE } from '../lessons.ts'
import { whenOf } from '../points.ts'

const page = (status: number, text: string) =>
  `<html><head><title>${status} ${text}</title></head><body><h1>${status} ${text}</h1></body></html>`
const html = { 'content-type': 'text/html' }

const LESSON = 'What stands in front of the service answers HTML and not the envelope.'

export const gateway = exploreFault({
  name: 'gateway',
  group: 'network',
  clauses: [],
  severity: 75,
  lesson: LESSON,
  lessons: { 'wrong-world': WORK_MAY_BE_DONE, undone: `${LESSON} ${SAY_THAT_IT_FAILED}` },
  at: (point) =>
    point.via === 'socket'
      ? []
      : [
          {
            variant: '502',
            what: 'a proxy answers 502 with a page of HTML',
            triggers: [
              { when: whenOf(point), do: [{ fail: { status: 502, body: page(502, 'Bad Gateway'), headers: html } }] },
            ],
          },
          {
            variant: '503',
            what: 'a proxy answers 503 with Retry-After',
            triggers: [
              {
                when: whenOf(point),
                do: [
                  {
                    fail: {
                      status: 503,
                      body: page(503, 'Service Unavailable'),
                      headers: { ...html, 'retry-after': '1' },
                    },
                  },
                ],
              },
            ],
          },
          {
            variant: '504',
            what: 'a proxy answers 504 although the work is done',
            triggers: [
              {
                when: { ...whenOf(point), at: 'after' },
                do: [{ fail: { status: 504, body: page(504, 'Gateway Timeout'), headers: html } }],
              },
            ],
          },
          {
            variant: '503-lasting',
            lasts: true,
            what: 'from this call on a proxy answers 503',
            triggers: [
              {
                when: whenOf(point, true),
                do: [{ fail: { status: 503, body: page(503, 'Service Unavailable'), headers: html } }],
              },
            ],
          },
        ],
})
