import { expect, it } from 'vitest'
import { shortSchema } from './short-schema.ts'

it('leaves out what goes without saying', () => {
  const inner = { type: 'object', properties: {}, required: [], additionalProperties: true }
  expect(
    shortSchema({
      type: 'object',
      properties: {
        id: { type: 'string', minLength: 1, description: 'An id' },
        role: { type: 'string', enum: ['read', 'write'] },
        when: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
        list: { type: 'array', items: inner },
        either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} }, required: ['a'] }] },
        any: {},
      },
      required: ['id'],
      additionalProperties: false,
    }),
  ).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', description: 'An id' },
      role: { enum: ['read', 'write'] },
      when: { type: ['string', 'null'] },
      list: { type: 'array', items: { type: 'object' } },
      either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: {} }, required: ['a'] }] },
      any: {},
    },
    required: ['id'],
  })
})
