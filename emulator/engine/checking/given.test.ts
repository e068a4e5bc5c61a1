import { expect, it } from 'vitest'
import { given } from './given.ts'

it('keeps null, false and 0, and has no key for what is undefined', () => {
  expect(Object.entries(given({ a: null, b: false, c: 0, d: undefined }))).toEqual([
    ['a', null],
    ['b', false],
    ['c', 0],
  ])
})
