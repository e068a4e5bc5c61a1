import { describe, expect, it } from 'vitest'
import { isBetween, comparable, masked, findMasks, isEqual, isEqualLoosely } from './output.ts'

const agree = (first: unknown, second: unknown, third: unknown) => {
  const masks = new Set(findMasks(first, second))
  return isEqual(masked(first, masks), masked(third, masks))
}

describe('what differs between two runs without a fault', () => {
  it('is left out at its place, and nowhere else', () => {
    const [first, second] = [
      { at: 1, names: ['ada'] },
      { at: 2, names: ['ada'] },
    ]
    expect(findMasks(first, second)).toEqual(['/at'])
    expect(agree(first, second, { at: 3, names: ['ada'] })).toBe(true)
    expect(agree(first, second, { at: 3, names: ['ben'] })).toBe(false)
  })

  it('is its order, where that is all: what is missing, or wrong, still differs', () => {
    const [first, second] = [
      ['a: 1', 'b: 2', 'c: 3'],
      ['b: 2', 'a: 1', 'c: 3'],
    ]
    expect(findMasks({ lines: first }, { lines: second })).toEqual(['/lines (order)'])
    expect(agree(first, second, ['c: 3', 'b: 2', 'a: 1'])).toBe(true)
    expect(agree(first, second, ['b: 2', 'a: 1'])).toBe(false)
    expect(agree(first, second, ['a: 2', 'b: 1', 'c: 3'])).toBe(false)
  })

  it('is the order of the words of a text, where that is all', () => {
    const [first, second] = ['ada, ben and bot', 'bot, ada and ben']
    expect(findMasks([first], [second])).toEqual(['/0 (order)'])
    expect(agree([first], [second], ['ben, ada and bot'])).toBe(true)
    expect(agree([first], [second], ['ben and bot'])).toBe(false)
    expect(findMasks(['took 12 ms'], ['took 14 ms'])).toEqual(['/0'])
  })
})

describe('what is promised of an output', () => {
  it.each([
    ['a line', 'admin,read,write', 'write,read,admin'],
    ['a line with a field more', 'max: 3 used: 1', 'labels: {} used: 1 max: 3'],
    ['lines', ['a 1', 'b 2'], ['2 b', '1 a']],
    ['fields', { a: 1 }, { a: 1, b: 2 }],
    ['lines of which one holds the other', ['a', 'a b'], ['a b', 'a c']],
  ])('%s may come in another order', (_, expected, actual) => {
    expect(isEqualLoosely(expected, actual)).toBe(true)
  })

  it.each([
    ['a word is missing', 'admin,read,write', 'write,read'],
    ['one is another', 'Ada has 4', 'Ada has 3'],
    ['one comes once', 'read,read', 'read,write'],
    ['a line is too many', ['a'], ['a', 'a']],
  ])('%s: it is another', (_, expected, actual) => {
    expect(isEqualLoosely(expected, actual)).toBe(false)
  })
})

it('lists of many records are compared in their order: what is another one is found soon', () => {
  const records = Array.from({ length: 20_000 }, (_, n) => ({ id: `id-${n}`, n }))
  expect(isEqualLoosely(records, records.toReversed())).toBe(true)
  expect(isEqualLoosely(records, records.with(100, { id: 'id-100', n: 1 }))).toBe(false)
})

it.each([
  ['addresses', new URL('http://a.test/1'), new URL('http://a.test/2')],
  ['errors', new Error('a'), new Error('b')],
  ['what says of itself what it is', { toJSON: (): unknown => 1 }, { toJSON: (): unknown => 2 }],
])('%s are compared by what they say', (_, one, other) => {
  expect(isEqual(comparable(one, new Map()), comparable(other, new Map()))).toBe(false)
  expect(isEqual(comparable(one, new Map()), comparable(one, new Map()))).toBe(true)
})

describe('an output between two', () => {
  it.each([
    ['a number', 28, 27, 30],
    ['a number in a line of text', '28 graph elements', '27 graph elements', '30 graph elements'],
    ['a line that counts, beside records', ['a', 'b', '2 found'], ['a', 'b', 'c', '3 found'], ['a', '1 found']],
    [
      'lines of which one counts',
      { exit: 0, stdout: ['28 elements', ''] },
      { exit: 0, stdout: ['27 elements', ''] },
      { exit: 0, stdout: ['30 elements', ''] },
    ],
  ])('is %s', (_, output, first, second) => {
    expect(isBetween(output, first, second)).toBe(true)
    expect(isBetween(output, second, first)).toBe(true)
  })

  it.each([
    ['a number beyond both', '31 graph elements', '27 graph elements', '30 graph elements'],
    ['another sentence', '28 sessions', '27 graph elements', '30 graph elements'],
    ['a name with a number', 'run-02', 'run-01', 'run-03'],
    ['a record that neither has', ['a', 'x'], ['a', 'b'], ['a']],
    ['a list without what both have', ['b'], ['a', 'b'], ['a']],
  ])('is not %s', (_, output, first, second) => {
    expect(isBetween(output, first, second)).toBe(false)
  })
})
