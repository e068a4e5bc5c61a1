import { expect, it } from 'vitest'
import { sameList } from './same-list.ts'

const [a, b, c] = ['a', 'b', 'c'].map((name) => Object.freeze({ name }))

it('gives the list of the same records that came before, and no other', () => {
  const first = sameList([a, b])
  expect(sameList([a, b])).toBe(first)
  for (const other of [[a, c], [a], [a, b, c], [b, a]]) {
    expect(sameList([...other])).toEqual(other)
    expect(sameList([a, b])).toEqual([a, b])
  }
})

it('freezes what it remembers: nobody may change it afterwards', () => {
  expect(Object.isFrozen(sameList([b, c]))).toBe(true)
})

it('leaves lists alone that are empty, long, or of no records', () => {
  for (const list of [[], [1, 2], ['a'], [null, a], Array.from({ length: 300 }, () => a)] as unknown[][]) {
    expect(sameList(list)).toBe(list)
    expect(Object.isFrozen(list)).toBe(false)
  }
})
