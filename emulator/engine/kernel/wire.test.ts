import { expect, test } from 'vitest'
import { findHeader } from './wire.ts'

test.each<[string, readonly string[], string | undefined]>([
  ['as it is asked for', ['host', 'h', 'x-api-key', 'a'], 'a'],
  ['in any case', ['X-API-Key', 'a', 'host', 'h'], 'a'],
  [
    'joined where it came more than once',
    ['x-api-key', 'a', 'host', 'h', 'X-Api-Key', 'b', 'x-api-key', 'c'],
    'a, b, c',
  ],
  ['empty', ['x-api-key', ''], ''],
  ['not for another of the same length', ['x-api-kez', 'a'], undefined],
  ['not where it is a value', ['host', 'x-api-key'], undefined],
])('the value of a header: %s', (_, headers, value) => {
  expect(findHeader(headers, 'x-api-key')).toBe(value)
})
