import { describe, expect, it } from 'vitest'
import { freezeDeep, StoredRow, utf8Length } from './row.ts'

it.each([
  ['', 0],
  ['abc', 3],
  ['\u007f', 1],
  ['\u0080', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\ud7ff', 3],
  ['\ue000', 3],
  ['\uffff', 3],
  ['a\u{1f642}b', 6],
  ['\u{10ffff}', 4],
  ['x\u0080y\u0800', 7],
])('%j has %i bytes in UTF-8', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes)
})

describe('a stored row', () => {
  const record = { id: 'r', text: 'ü' }

  it('is as large as its record in JSON, what a listing answers of it, or what its table measures', () => {
    expect(new StoredRow(record, 0, {}).bytes).toBe(22)
    expect(new StoredRow(record, 0, { listed: ({ text }) => ({ text }) }).bytes).toBe(13)
    expect(new StoredRow(record, 0, { measure: () => 7, listed: () => 'x'.repeat(99) }).bytes).toBe(7)
  })

  it.each([0, 5])('of %i bytes is measured once, when someone asks', (bytes) => {
    let measured = 0
    const row = new StoredRow({ id: 'r' }, 3, { measure: () => (measured++, bytes) })
    expect(measured).toBe(0)
    expect([row.bytes, row.bytes, measured, row.seq]).toEqual([bytes, bytes, 1, 3])
  })

  it('freezes its record', () => {
    const list = [{ deep: 1 }]
    expect(Object.isFrozen(new StoredRow({ id: 'r', list }, 0, {}).record)).toBe(true)
    expect([Object.isFrozen(list), Object.isFrozen(list[0])]).toEqual([true, true])
  })
})

describe('freezing', () => {
  it('reaches objects and lists at any depth', () => {
    const value = { a: { b: [{ c: 1 }, [2]] }, none: null, nothing: undefined, text: 'x', count: 1 }
    expect(freezeDeep(value)).toBe(value)
    expect([value, value.a, value.a.b, ...value.a.b].map((each) => Object.isFrozen(each))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ])
  })

  it.each([['text'], [7], [null], [undefined], [true]])('gives %j as it is', (value) => {
    expect(freezeDeep(value)).toBe(value)
  })

  it('leaves bytes, which cannot be frozen, and what is below something frozen', () => {
    const bytes = new Uint8Array(2)
    expect(freezeDeep({ bytes }).bytes).toBe(bytes)
    const inner = { n: 1 }
    freezeDeep({ outer: Object.freeze({ inner }) })
    expect([Object.isFrozen(bytes), Object.isFrozen(inner)]).toEqual([false, false])
  })

  it('has an end where a value holds itself', () => {
    const value: { self?: unknown } = {}
    value.self = { value }
    expect(Object.isFrozen(freezeDeep(value).self)).toBe(true)
  })
})
