import { expect, it } from 'vitest'
import { describeFaults, triggerSentence } from './trigger-sentence.ts'

const orgs = { endpoint: 'POST /orgs' }

it.each([
  [{ when: { ...orgs, first: 2 }, do: [{ fail: { status: 503 } }] }, 'Fail the next 2 POST /orgs with 503'],
  [
    { when: { endpoint: 'GET /users/me', nth: 2 }, do: [{ fail: { error: 'internal_error' } }] },
    'Fail the 2nd GET /users/me with internal_error',
  ],
  [{ when: { endpoint: '*' }, do: { delay: '50ms..2s' } }, 'Delay every request by 50 ms to 2 s'],
  [{ when: { endpoint: '*' }, do: { delay: '80ms~2s' } }, 'Delay every request by 80 ms (p99 2 s)'],
  [{ when: { endpoint: '*' }, do: [{ delay: 300 }] }, 'Delay every request by 300 ms'],
  [
    { when: { ...orgs, every: 3, at: 'after', caller: 'ben' }, do: [{ lose_response: true }] },
    'Lose the answer to every 3rd POST /orgs by ben',
  ],
  [
    { when: { command: 'workflow.*', via: 'socket', probability: 0.125 }, do: [{ drop: true }] },
    'Drop the connection of 12.5 % of every workflow.* over a socket',
  ],
  [
    { when: { ...orgs, between: [2, 11], params: { org_id: 'acme' } }, do: [{ truncate: { bytes: 10 } }] },
    'Cut the answer to the 2nd to 11th POST /orgs with org_id acme after 10 bytes',
  ],
  [
    { when: { command: '*', between: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] }, do: [{ truncate: true }] },
    'Cut the answer to every call from 2026-01-01T01:00:00Z until 2026-01-01T02:00:00Z in half',
  ],
  [
    { when: { endpoint: '*', above: '5/s' }, do: [{ fail: { status: 429 } }] },
    'Fail every request beyond 5/s with 429',
  ],
  [
    { when: { ...orgs, first: 1, at: 'after' }, do: [{ delay: '1s' }, { fail: { status: 502 } }] },
    'Delay the next POST /orgs by 1 s, then fail it with 502, after its work is done',
  ],
  [
    { when: { command: 'workflow.list_sessions' }, do: [{ delete: { sessions: 'run-16' } }] },
    'At every workflow.list_sessions, delete sessions run-16',
  ],
  [{ when: orgs, do: [{ fail: { error: '' } }] }, 'Fail every POST /orgs with …'],
  [{ when: { endpoint: 'GET /users/me' }, do: { stale: '2s' } }, 'Answer every GET /users/me as it was 2s ago'],
  [{ when: orgs, do: [] }, 'Does nothing yet'],
])('says %j', (trigger, sentence) => {
  expect(triggerSentence(trigger)).toBe(sentence)
})

it.each([
  [[{ delay: '2s' }], 'delayed by 2 s'],
  [[{ delay: 300 }], 'delayed by 300 ms'],
  [[{ delay: '50ms..2s' }, { truncate: true }], 'delayed by 50 ms to 2 s, cut the answer to the request in half'],
])('says what %j did', (faults, text) => {
  expect(describeFaults(faults)).toBe(text)
})

it('counts down what is left of the next ones, and says the first ones when none is', () => {
  const trigger = { when: { ...orgs, first: 3 }, do: [{ drop: true }] }
  expect([1, 2, 3, 9].map((matched) => triggerSentence(trigger, matched))).toEqual([
    'Drop the connection of the next 2 POST /orgs',
    'Drop the connection of the next POST /orgs',
    'Drop the connection of the first 3 POST /orgs',
    'Drop the connection of the first 3 POST /orgs',
  ])
})
