import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../tests/helpers/any-text.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const position = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const seed = fc.integer()
test('a cursor holds its position, in text that needs no escaping in a query', () => {
  fc.assert(
    fc.property(seed, fc.string(), position, (s, binding, n) => {
      const cursor = encodeCursor(s, binding, n)
      expect(cursor).toMatch(/^[A-Za-z0-9]+$/)
      expect(decodeCursor(s, binding, cursor)).toBe(String(n))
      expect(encodeCursor(s, binding, n)).toBe(cursor)
    }),
  )
})

test('a cursor of another seed, listing or parameter is refused', () => {
  fc.assert(
    fc.property(seed, fc.string(), position, fc.string(), (s, binding, n, other) => {
      fc.pre(other !== binding)
      const cursor = encodeCursor(s, binding, n)
      expect(decodeCursor(s, other, cursor)).toBeUndefined()
      expect(decodeCursor(s + 1, binding, cursor)).toBeUndefined()
    }),
  )
})

test('a cursor that was changed in any place is refused: replaced, removed, added or cut', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. '
  for (const n of [0, 1, 35, 36, 1_000_000]) {
    const cursor = encodeCursor(1, 'b', n)
    for (let i = 0; i <= cursor.length; i++) {
      for (const char of alphabet) {
        if (char !== cursor[i] && i < cursor.length)
          expect(decodeCursor(1, 'b', `${cursor.slice(0, i)}${char}${cursor.slice(i + 1)}`)).toBeUndefined()
        expect(decodeCursor(1, 'b', `${cursor.slice(0, i)}${char}${cursor.slice(i)}`)).toBeUndefined()
      }
      if (i < cursor.length) expect(decodeCursor(1, 'b', cursor.slice(0, i))).toBeUndefined()
      if (i > 0) expect(decodeCursor(1, 'b', cursor.slice(i))).toBeUndefined()
    }
  }
})

test('no text that was not issued passes', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.base64String(), fc.string({ maxLength: 40 })), (text) => {
      expect(decodeCursor(1, 'b', text)).toBeUndefined()
    }),
  )
  for (const text of ['', '=', 'null', '0', '-1', 'e30', btoa('0.'), btoa('zzzzzzzzzzzz.x'), 'A'.repeat(1_000_000)])
    expect(decodeCursor(1, 'b', text)).toBeUndefined()
})

test('no two positions of 200 listings have the same digest', () => {
  const cursors = new Set<string>()
  for (let listing = 0; listing < 200; listing++)
    for (let n = 0; n < 200; n++) cursors.add(atob(encodeCursor(1, `["GET /x","${listing}"]`, n)).replace(/^\d+/, ''))
  expect(cursors.size).toBe(40_000)
})
