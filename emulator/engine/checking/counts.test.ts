import { expect, it } from 'vitest'
import { multisetDifference, countValues, groupBy } from './counts.ts'

it('counts each value', () => {
  expect([...countValues('abcab')]).toEqual([
    ['a', 2],
    ['b', 2],
    ['c', 1],
  ])
})

it.each([
  [['a', 'b', 'a'], ['a'], ['b', 'a']],
  [['a'], ['a', 'a', 'b'], []],
  [['b', 'a'], [], ['b', 'a']],
])('of %j there are, beyond %j, %j', (values, others, left) => {
  expect(multisetDifference(values, others)).toEqual(left)
})

it('takes for alike what has the same key', () => {
  expect(multisetDifference([{ n: 1 }, { n: 2 }, { n: 1 }], [{ n: 1 }], ({ n }) => n)).toEqual([{ n: 2 }, { n: 1 }])
})

it('groups by a key, in order', () => {
  expect([...groupBy(['ab', 'b', 'ac'], (word) => word[0]!)]).toEqual([
    ['a', ['ab', 'ac']],
    ['b', ['b']],
  ])
})
