import { expect, it } from 'vitest'
import { createRepeated } from './repeated.ts'

it('gives the first of equal lists, and never one that differs', () => {
  const repeated = createRepeated()
  const first = ['host', 'x', 'accept', '*/*']
  expect(repeated(first)).toBe(first)
  expect(repeated([...first])).toBe(first)
  for (const other of [['host', 'y', 'accept', '*/*'], ['host', 'x'], ['host', 'x', 'accept', '*/*', 'a', 'b']]) {
    const given = [...other]
    expect(repeated(given)).toEqual(other)
    expect(repeated([...other])).toBe(given)
  }
})

it('keeps lists of different lengths side by side', () => {
  const repeated = createRepeated()
  const short = repeated(['a', '1'])
  const long = repeated(['a', '1', 'b', '2'])
  expect(repeated(['a', '1'])).toBe(short)
  expect(repeated(['a', '1', 'b', '2'])).toBe(long)
})
