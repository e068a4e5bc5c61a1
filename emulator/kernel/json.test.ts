import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonObject, jsonOf } from './json.ts'
import { sameList } from './same-list.ts'

/** Any JSON value, with some of its objects frozen through and through, as records are. */
const json = fc.jsonValue({ maxDepth: 4 })
const frozen = json.map(freeze)
const answer = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.oneof(json, frozen, fc.array(fc.oneof(frozen, json))))

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) freeze(each)
  return Object.freeze(value)
}

describe('the JSON of answers', () => {
  it('is what JSON.stringify makes, the first time and the next', () => {
    fc.assert(fc.property(answer, (value) => {
      const expected = JSON.stringify(value)
      for (let time = 0; time < 2; time++) expect(jsonObject(value)).toMatchObject({ text: expected, bytes: new TextEncoder().encode(expected).length })
    }))
    fc.assert(fc.property(json, (value) => {
      const expected = JSON.stringify(value)
      expect(jsonOf(value)).toMatchObject({ text: expected, bytes: new TextEncoder().encode(expected).length })
    }))
  })

  it('leaves out what is undefined, and puts members in front', () => {
    expect(jsonObject({ a: undefined, b: 1 }, '"status":"success"').text).toBe('{"status":"success","b":1}')
    expect(jsonObject({}, '"status":"success"').text).toBe('{"status":"success"}')
    expect(jsonObject({}).text).toBe('{}')
  })

  it('shows what an object is now, unless it is frozen', () => {
    const open = { a: 1 }
    expect(jsonOf({ open, list: [open] }).text).toBe('{"open":{"a":1},"list":[{"a":1}]}')
    open.a = 2
    expect(jsonOf({ open, list: [open] }).text).toBe('{"open":{"a":2},"list":[{"a":2}]}')
  })

  it('tells lists apart that begin with the same record', () => {
    const [a, b, c] = ['a', 'b', 'é'].map((name) => Object.freeze({ name }))
    const open = { name: 'open' }
    for (let time = 0; time < 2; time++) {
      for (const list of [[a, b], [a, c], [a], [a, b, c], [a, open], [a, 1, null, [a]]].map(sameList)) {
        const expected = JSON.stringify({ list })
        expect(jsonOf({ list })).toEqual({ text: expected, bytes: new TextEncoder().encode(expected).length })
      }
      open.name = 'changed'
    }
  })

  it('shows what the objects of a frozen list are now', () => {
    const open = { a: 1 }
    const list = Object.freeze([open])
    expect(jsonOf({ list }).text).toBe('{"list":[{"a":1}]}')
    open.a = 2
    expect(jsonOf({ list }).text).toBe('{"list":[{"a":2}]}')
  })

  it('does not take a list for what it was before somebody changed it', () => {
    const [a, b] = ['a', 'b'].map((name) => Object.freeze({ name }))
    const list = [a]
    expect(jsonOf({ list }).text).toBe('{"list":[{"name":"a"}]}')
    list.push(b)
    expect(jsonOf({ list }).text).toBe('{"list":[{"name":"a"},{"name":"b"}]}')
  })

  it('remembers no more than some thousand texts, and is right beyond', () => {
    const records = Array.from({ length: 20_000 }, (_, n) => Object.freeze({ n }))
    const expected = JSON.stringify({ records })
    for (let i = 0; i < 3; i++) expect(jsonOf({ records }).text).toBe(expected)
  })
})
