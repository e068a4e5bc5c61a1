import { expect, it } from 'vitest'
import { splitTokens } from './json-tokens.ts'
import { rowAfterKey } from './list-keys.ts'
import { visibleRange } from './visible-range.ts'

it.each([
  ['j', 3, 4],
  ['k', 3, 2],
  ['ArrowDown', 9, 9],
  ['k', 0, 0],
  ['End', 3, 9],
  ['Home', 3, 0],
  ['PageDown', 3, 8],
  ['PageUp', 3, 0],
  ['j', -1, 0],
  ['End', -1, 9],
  ['x', 3, undefined],
])('%s at %i leads to %s of ten', (key, from, to) => {
  expect(rowAfterKey(key, from, 10, 5)).toBe(to)
})

it.each([
  ['j', 4],
  ['ArrowDown', 4],
  ['k', 7],
  ['PageUp', 4],
  ['PageDown', 7],
  ['Home', 0],
  ['End', 9],
])('%s without a current row begins at %i of the rows in sight', (key, to) => {
  expect(rowAfterKey(key, -1, 10, 5, { first: 4, last: 7 })).toBe(to)
})

it('goes nowhere in an empty list', () => {
  expect(rowAfterKey('j', -1, 0, 5)).toBeUndefined()
})

it('has the rows in sight and few others', () => {
  expect(visibleRange({ top: 0, height: 300 }, 30, 100_000)).toEqual({ first: 0, end: 18 })
  expect(visibleRange({ top: 30_000, height: 300 }, 30, 100_000)).toEqual({ first: 992, end: 1018 })
  expect(visibleRange({ top: 30_000, height: 300 }, 30, 5)).toEqual({ first: 5, end: 5 })
  expect(visibleRange({ top: 0, height: 300 }, 30, 0)).toEqual({ first: 0, end: 0 })
})

it('cuts JSON into pieces that make it again', () => {
  const text = JSON.stringify({ 'a "key"': ['x: 1', -1.5e3, null, true], b: {} }, null, 2)
  const pieces = splitTokens(text)
  expect(pieces.map(([, piece]) => piece).join('')).toBe(text)
  expect(pieces.filter(([kind]) => kind === 'key').map(([, piece]) => piece)).toEqual([
    String.raw`"a \"key\"":`,
    '"b":',
  ])
  expect(pieces.filter(([kind]) => kind === 'number' || kind === 'word').map(([, piece]) => piece)).toEqual([
    '-1500',
    'null',
    'true',
  ])
})
