import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Repeated } from './repeated.ts'

it('gives the first of equal lists, and never one that differs', () => {
  const repeated = new Repeated()
  const first = ['host', 'x', 'accept', '*/*']
  expect(repeated.list(first)).toBe(first)
  expect(repeated.list([...first])).toBe(first)
  for (const other of [['host', 'y', 'accept', '*/*'], ['host', 'x'], ['host', 'x', 'accept', '*/*', 'a', 'b']]) {
    const given = [...other]
    expect(repeated.list(given)).toEqual(other)
    expect(repeated.list([...other])).toBe(given)
  }
})

it('keeps lists of different lengths side by side', () => {
  const repeated = new Repeated()
  const short = repeated.list(['a', '1'])
  const long = repeated.list(['a', '1', 'b', '2'])
  expect(repeated.list(['a', '1'])).toBe(short)
  expect(repeated.list(['a', '1', 'b', '2'])).toBe(long)
})

it('gives texts as they are', () => {
  const repeated = new Repeated()
  fc.assert(fc.property(fc.array(fc.string({ maxLength: 300 })), (texts) => {
    expect(texts.map((text) => repeated.text(text))).toEqual(texts)
  }))
})

it('gives fields that hold the very same, the last of each kind, and never others', () => {
  const repeated = new Repeated()
  const items = ['a', 'b']
  const first = { items, last: null }
  expect(repeated.fields('k', first)).toBe(first)
  expect(repeated.fields('k', { items, last: null })).toBe(first)
  for (const other of [{ items: [...items], last: null }, { items, last: 'b' }, { items }, { items, last: null, more: 1 }, { items, more: null }, { last: null }, {}]) {
    repeated.fields('k', first)
    expect(repeated.fields('k', other)).toBe(other)
  }
  expect(repeated.fields('another', { items, last: null })).not.toBe(first)
})
