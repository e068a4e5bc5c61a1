import { expect, it } from 'vitest'
import type { JournalLine, TimeEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { countChoices, isShown, NO_CALLER } from './filter.ts'
import { formatAnswer, formatKind, classifyOutcome, formatRequest, mayHaveChanged } from './line.ts'

/** Entry with the fields that the list reads. */
const line = (change: Partial<JournalLine> = {}) =>
  ({
    number: 1,
    at: '2026-01-01T00:00:00.000Z',
    via: 'http',
    unit: 'GET /users/:user_id',
    caller: 'ada',
    request: { method: 'GET', url: '/v1/users/me' },
    response: { status: 200 },
    error: null,
    duration: { world_ms: 0, real_ms: 1 },
    clauses: ['users.get.answers-user'],
    assumptions: ['A-26'],
    triggers: [],
    notes: [],
    ...change,
  }) as JournalLine
const due = {
  ...line(),
  via: 'time',
  unit: 'schedule.fire',
  caller: null,
  request: null,
  response: null,
  error: null,
  duration: { world_ms: 0, real_ms: 0 },
  work: { table: 'schedules', id: 'x' },
} as TimeEntry
const refused = line({ caller: null, response: { status: 401 }, error: 'unauthenticated', notes: ['Send a key'] })

it('shows lines that have everything asked for', () => {
  const shown = (filter: object) => [line(), due, refused].filter(isShown(filter))
  expect(shown({})).toHaveLength(3)
  expect(shown({ q: 'ME unauth' })).toEqual([refused])
  expect(shown({ q: 'send a key' })).toEqual([refused])
  expect(shown({ caller: 'ada' })).toEqual([line()])
  expect(shown({ caller: NO_CALLER, via: 'http' })).toEqual([refused])
  expect(shown({ outcome: 'refused' })).toEqual([refused])
  expect(shown({ clause: 'A-26', outcome: 'success', via: 'http' })).toEqual([line()])
  expect(shown({ clause: 'users.get' })).toEqual([])
  expect(shown({ unit: 'schedule.fire' })).toEqual([due])
})

it('shows lines whose entries have the words elsewhere', () => {
  expect([line(), line({ number: 2 })].filter(isShown({ q: 'in a body' }, new Set([2])))).toEqual([line({ number: 2 })])
  expect([line({ number: 2 })].filter(isShown({ q: 'in a body', caller: 'ben' }, new Set([2])))).toEqual([])
})

it('says what each line is', () => {
  expect(
    [line(), due, line({ via: 'socket', unit: 'workflow.list_sessions' })].map(
      (each) => `${formatKind(each)} ${formatRequest(each)}`,
    ),
  ).toEqual(['GET /v1/users/me', 'DUE schedule fired x', 'CALL workflow.list_sessions'])
  expect(
    [line(), due, refused, line({ response: null }), line({ response: { status: 503 } })].map(
      (each) => `${classifyOutcome(each)} ${formatAnswer(each)}`,
    ),
  ).toEqual(['success 200', 'success done', 'refused 401 unauthenticated', 'none no answer', 'failed 503'])
})

it('says of an answer that did not reach its client how it failed, whatever it was', () => {
  const lost = line({ delivery: 'lost' })
  const cut = line({ delivery: 'cut', response: { status: 404 }, error: 'not_found' })
  expect([lost, cut].map((each) => `${classifyOutcome(each)} ${formatAnswer(each)}`)).toEqual([
    'undelivered 200 (answer lost)',
    'undelivered 404 not_found (answer cut)',
  ])
  expect([line(), lost, cut].filter(isShown({ outcome: 'undelivered' }))).toEqual([lost, cut])
  expect([line(), lost, cut].filter(isShown({ outcome: 'success' }))).toEqual([line()])
  expect([line(), lost, cut].filter(isShown({ q: 'answer lost' }))).toEqual([lost])
})

it('counts what can be chosen, most frequent first', () => {
  expect(
    countChoices([line(), refused, line(), due], ({ caller, via }) => (via === 'time' ? null : (caller ?? NO_CALLER))),
  ).toEqual([
    ['ada', 2],
    [NO_CALLER, 1],
  ])
})

it('tells entries that may have changed the world from those that read, or were refused', () => {
  const post = { unit: 'POST /orgs', request: { method: 'POST', url: '/v1/orgs' } }
  const changed = [
    line(post),
    line({ via: 'socket', unit: 'workflow.create_session' }),
    line({ triggers: ['outage'] }),
    line({ ...post, error: 'internal_error', triggers: ['outage'] }),
    due,
  ]
  const not = [
    line(),
    line({ via: 'socket', unit: 'workflow.list_sessions' }),
    line({ ...post, error: 'alias_taken', response: { status: 409 } }),
    line({ unit: null, response: { status: 200 } }),
  ]
  expect([...changed, ...not].filter(mayHaveChanged)).toEqual(changed)
})
