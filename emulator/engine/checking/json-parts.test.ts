import { describe, expect, it } from 'vitest'
import { jsonParts } from './json-parts.ts'

/** Pads a text beyond the length that is never counted. */
const padded = (text: string): string => `${text}${' '.repeat(1_100)}`

describe('jsonParts', () => {
  it.each<[string, number]>([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{}]}', 3],
    ['[[],[],[[]]]', 3],
    ['[1,{"a":"[[[["},2]', 2],
    ['["\\"[[["]', 1],
    ['["\\\\",[]]', 2],
    ['"[', 0],
    ['"\\', 0],
  ])('%s nests %i levels', (text, levels) => expect(jsonParts(padded(text)).levels).toBe(levels))

  it('counts what each object has of its own', () => {
    expect(jsonParts(padded('{"a":{"b":1,"c":{"d":1}},"e":[{"f":1,"g":2,"h":3}]}'))).toEqual({
      containers: 5,
      values: 9,
      levels: 3,
      fields: 3,
    })
  })

  it('looks at a text of quotes and backslashes once', () => {
    expect(jsonParts(`["${'\\\\'.repeat(500_000)}",[]]`)).toMatchObject({ levels: 2 })
    expect(jsonParts(`["${'\\"'.repeat(500_000)}",[]]`)).toMatchObject({ levels: 2 })
  })
})
