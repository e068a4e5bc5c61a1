import { describe, expect, it } from 'vitest'
import { jsonParts, MAX_CONTAINERS, MAX_VALUES } from './json-parts.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('jsonParts', () => {
  it.each<[string, string, boolean]>([
    ['as many lists as may be', `[${'[],'.repeat(MAX_CONTAINERS - 2)}[]]`, false],
    ['one more', `[${'[],'.repeat(MAX_CONTAINERS - 1)}[]]`, true],
    ['objects', `[${'{},'.repeat(MAX_CONTAINERS)}{}]`, true],
    ['a text of brackets', `"${'['.repeat(MAX_CONTAINERS + 1)}"`, false],
    ['a text of brackets behind an escaped quote', `"\\"${'['.repeat(MAX_CONTAINERS + 1)}"`, false],
    ['lists behind a text that ends with a backslash', `["\\\\",${'[],'.repeat(MAX_CONTAINERS)}[]]`, true],
  ])('%s', (_, text, tooMany) => expect(jsonParts(bytes(text)).tooMany).toBe(tooMany))

  it('counts values of any kind', () => {
    const commas = new Uint8Array(MAX_VALUES + 1).fill(0x2c)
    expect(jsonParts(commas).tooMany).toBe(true)
    expect(jsonParts(commas.subarray(1)).tooMany).toBe(false)
  })

  it.each<[string, number]>([
    ['1', 0], ['[]', 1], ['{"a":[{}]}', 3], ['[[],[],[[]]]', 3], ['[1,{"a":"[[[["},2]', 2], ['["\\"[[["]', 1], ['["\\\\",[]]', 2], ['"[', 0], ['"\\', 0],
  ])('%s nests %i levels', (text, levels) => expect(jsonParts(bytes(text)).levels).toBe(levels))
})
