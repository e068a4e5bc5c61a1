import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { boundedParse, holdsMoreThan, MAX_FULLY_CHECKED } from './bounded-parse.ts'

describe('boundedParse', () => {
  const schema = v.array(v.string())
  const wrong = (count: number) => boundedParse(schema, Array(count).fill(1))

  it('gives every issue of a value of ordinary size, and the first of a larger one', () => {
    expect(wrong(MAX_FULLY_CHECKED)).toMatchObject({ success: false, issues: { length: MAX_FULLY_CHECKED } })
    expect(wrong(MAX_FULLY_CHECKED + 1)).toMatchObject({ success: false, partly: true, issues: { length: 1 } })
  })

  it('takes a value that fits, however large', () => {
    const value = Array<string>(MAX_FULLY_CHECKED * 2).fill('x')
    expect(boundedParse(schema, value)).toMatchObject({ success: true, output: value })
  })
})

describe('holdsMoreThan', () => {
  it.each([
    [{ a: [1, 2], b: { c: null } }, 4, true],
    [{ a: [1, 2], b: { c: null } }, 5, false],
    ['a text of many letters', 0, false],
    [null, 0, false],
    [undefined, 0, false],
  ])('%j holds more than %i: %s', (value, max, more) => expect(holdsMoreThan(value, max)).toBe(more))
})
