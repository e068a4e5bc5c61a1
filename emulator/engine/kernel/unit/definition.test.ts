import * as v from 'valibot'
import { expect, test } from 'vitest'
import { opaque, recordCursor } from '../pages.ts'
import { findAssumptions } from './assumed.ts'
import { command, endpoint, type Unit } from './definition.ts'

const clause = 'users.get.answers-user'
const handle = () => undefined
const bodyFields = ({ bodySchema }: Unit) => Object.keys(bodySchema.entries)

test('an endpoint that says no more than it must takes nothing and answers nothing', () => {
  const unit = endpoint({
    method: 'GET',
    path: '/users/:user_id',
    summary: 'Unit of this test.',
    clauses: [clause],
    handle,
  })
  expect(unit).toMatchObject({
    kind: 'endpoint',
    id: 'GET /users/:user_id',
    name: 'get_users_user_id',
    method: 'GET',
    path: '/users/:user_id',
    statements: [clause],
    assumed: false,
    openBody: false,
    rules: [],
    returns: {},
    verdict: false,
    secrets: [],
    errors: ['unauthenticated'],
  })
  for (const name of [
    'engine',
    'paramSchema',
    'querySchema',
    'page',
    'sample',
    'aliasRule',
    'admit',
    'subject',
    'access',
  ] as const)
    expect(unit[name]).toBeUndefined()
  expect(Object.keys(unit.returns)).toEqual([])
  expect(v.safeParse(unit.bodySchema, {}).success).toBe(true)
  expect(v.safeParse(unit.bodySchema, { a: 1 }).success).toBe(false)
})

test('an endpoint keeps what it says', () => {
  const text = v.string()
  const unit = endpoint({
    method: 'PUT',
    path: '/a/:b',
    name: 'put_it',
    summary: 'Unit of this test.',
    clauses: [clause],
    assumptions: ['A-7', 'A-17'],
    assumed: true,
    params: { b: v.picklist(['c']) },
    query: { d: text },
    body: { e: text, f: text },
    openBody: true,
    rules: [{ oneOf: ['e', 'f'] }],
    returns: { g: text },
    verdict: true,
    secrets: ['e'],
    errors: ['forbidden'],
    handle,
  })
  expect(unit).toMatchObject({
    name: 'put_it',
    statements: [clause, 'A-7', 'A-17'],
    assumed: true,
    openBody: true,
    rules: [{ oneOf: ['e', 'f'] }],
    returns: { g: text },
    verdict: true,
    secrets: ['e'],
    errors: ['invalid_request_body', 'unauthenticated', 'forbidden'],
  })
  expect(Object.keys(unit.paramSchema!.entries)).toEqual(['b'])
  expect(Object.keys(unit.querySchema!.entries)).toEqual(['d'])
  expect(v.safeParse(unit.bodySchema, { e: 'x', f: 'y', other: 1 }).success).toBe(true)
})

test('a page adds its fields where it takes them', () => {
  const opaqueIn = (place: 'body' | 'query') =>
    endpoint({
      method: 'POST',
      path: '/a',
      summary: 'Unit of this test.',
      clauses: [],
      query: { q: v.optional(v.string()) },
      body: { b: v.string() },
      page: opaque('items', { place, order: 'oldest', clause }),
      handle,
    })
  expect(bodyFields(opaqueIn('body'))).toEqual(['b', 'cursor', 'limit'])
  expect(Object.keys(opaqueIn('body').querySchema!.entries)).toEqual(['q'])
  expect(bodyFields(opaqueIn('query'))).toEqual(['b'])
  expect(Object.keys(opaqueIn('query').querySchema!.entries)).toEqual(['q', 'cursor', 'limit'])
  const record = endpoint({
    method: 'POST',
    path: '/a',
    summary: 'Unit of this test.',
    clauses: [],
    page: recordCursor('items', 'session', clause),
    handle,
  })
  expect(bodyFields(record)).toEqual(['start_session_id'])
  expect(record.querySchema).toBeUndefined()
})

test.each([
  ['workflow', 'A-356'],
  ['scheduler', 'A-27'],
] as const)('a command of %s has its place there, and its parameters by %s', (engine, source) => {
  const unit = command({
    engine,
    name: 'list_them',
    summary: 'Unit of this test.',
    clauses: [clause],
    assumptions: [source, 'A-348'],
    params: { of: v.optional(v.string()) },
    page: recordCursor('items', 'session', clause),
    handle,
  })
  expect(unit).toMatchObject({
    kind: 'command',
    id: `${engine}.list_them`,
    name: `${engine}_list_them`,
    method: 'POST',
    path: `/${engine}/list_them`,
    engine,
  })
  expect([unit.paramSchema, unit.querySchema]).toEqual([undefined, undefined])
  expect(bodyFields(unit)).toEqual(['of', 'start_session_id'])
  expect(findAssumptions(unit.bodySchema.entries['of'] as v.GenericSchema)).toEqual([source])
  expect(findAssumptions(unit.bodySchema.entries['start_session_id'] as v.GenericSchema)).toBeUndefined()
})
