import { describe, expect, it } from 'vitest'
import { hasTooManyParts, MAX_CONTAINERS } from './json-parts.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('hasTooManyParts', () => {
  it.each<[string, string, boolean]>([
    ['as many lists as may be', `[${'[],'.repeat(MAX_CONTAINERS - 2)}[]]`, false],
    ['one more', `[${'[],'.repeat(MAX_CONTAINERS - 1)}[]]`, true],
    ['objects', `[${'{},'.repeat(MAX_CONTAINERS)}{}]`, true],
    ['a text of brackets', `"${'['.repeat(MAX_CONTAINERS + 1)}"`, false],
    ['a text of brackets behind an escaped quote', `"\\"${'['.repeat(MAX_CONTAINERS + 1)}"`, false],
    ['lists behind a text that ends with a backslash', `["\\\\",${'[],'.repeat(MAX_CONTAINERS)}[]]`, true],
  ])('%s', (_, text, tooMany) => expect(hasTooManyParts(bytes(text))).toBe(tooMany))
})
