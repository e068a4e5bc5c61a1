import * as v from 'valibot'
import { expect, test } from 'vitest'
import { opaque, recordCursor, unpaginated } from '../pages.ts'
import { unitErrors } from './unit-errors.ts'

const plain = {
  paramSchema: undefined,
  querySchema: undefined,
  bodySchema: v.strictObject({}),
  openBody: false,
  page: undefined,
}
const text = v.strictObject({ a: v.string() })
const page = opaque('revisions', {
  place: 'query',
  order: 'newest',
  clause: 'pagination.revisions.default-and-maximum' as never,
})

test.each([
  ['nothing', plain, ['unauthenticated']],
  ['parameters of the path', { ...plain, paramSchema: text }, ['invalid_request_body', 'unauthenticated']],
  ['a query', { ...plain, querySchema: text }, ['invalid_request_body', 'unauthenticated']],
  ['an empty query', { ...plain, querySchema: v.strictObject({}) }, ['unauthenticated']],
  [
    'a query of a cursor and a limit',
    { ...plain, querySchema: v.strictObject({ cursor: v.string(), limit: v.string() }) },
    ['unauthenticated'],
  ],
  [
    'a query of more than a cursor',
    { ...plain, querySchema: v.strictObject({ cursor: v.string(), a: v.string() }) },
    ['invalid_request_body', 'unauthenticated'],
  ],
  ['a body', { ...plain, bodySchema: text }, ['invalid_request_body', 'unauthenticated']],
  ['an open body', { ...plain, openBody: true }, ['invalid_request_body', 'unauthenticated']],
  ['an opaque page', { ...plain, page }, ['invalid_cursor', 'invalid_limit', 'unauthenticated']],
  [
    'a record page',
    { ...plain, page: recordCursor('sessions', 'session', page.clause) },
    ['unauthenticated', 'internal_error'],
  ],
  ['a page without a cursor', { ...plain, page: unpaginated('orgs', page.clause) }, ['unauthenticated']],
])('a unit that takes %s is refused with what that adds', (_, unit, codes) => {
  expect(unitErrors([], unit)).toEqual(codes)
})

test('what is declared stands in the order of the error table, and once', () => {
  expect(unitErrors(['user_retired', 'forbidden', 'unauthenticated', 'invalid_limit'], { ...plain, page })).toEqual([
    'invalid_cursor',
    'invalid_limit',
    'unauthenticated',
    'forbidden',
    'user_retired',
  ])
})
