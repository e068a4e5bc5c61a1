import { expect, it } from 'vitest'
import { MAX_CONTAINERS, MAX_FIELDS, jsonParts } from '../../engine/checking/json-parts.ts'
import { findExcess } from './serve.ts'

const excess = (text: string): string | undefined => findExcess(jsonParts(text), text.length)
/** So long that as many values may be in it as there are. */
const long = `"${' '.repeat(17 * MAX_CONTAINERS)}",`
const object = (fields: number): string =>
  `{${Array.from({ length: fields }, (_, i) => `"f${i}":[{"a":1}]`).join(',')}}`

it.each<[string, string, string | undefined]>([
  ['as many lists as may be', `[${long}${'[],'.repeat(MAX_CONTAINERS - 2)}[]]`, undefined],
  ['one more', `[${long}${'[],'.repeat(MAX_CONTAINERS - 1)}[]]`, 'more than 1,000,000 lists and objects'],
  ['objects', `[${long}${'{},'.repeat(MAX_CONTAINERS)}{}]`, 'more than 1,000,000 lists and objects'],
  ['a text of brackets', `"${'['.repeat(MAX_CONTAINERS + 1)}"`, undefined],
  ['a text of brackets behind an escaped quote', `"\\"${'['.repeat(MAX_CONTAINERS + 1)}"`, undefined],
  [
    'lists behind a text that ends with a backslash',
    `["\\\\",${'[],'.repeat(MAX_CONTAINERS)}[]]`,
    'more than 1,000,000 lists and objects',
  ],
  ['as many values as a short text may hold', `[${'1,'.repeat(99_998)}1]`, undefined],
  ['one more value', `[${'1,'.repeat(99_999)}1,1]`, 'more than 100,000 values'],
  ['more values in a longer text', `[${'12345678,'.repeat(200_000)}1]`, undefined],
  ['a megabyte of numbers', `[${'1,'.repeat(500_000)}1]`, 'more than 125,000 values'],
  ['as many fields as may be', object(MAX_FIELDS), undefined],
  ['one field more', `[${object(MAX_FIELDS + 1)}]`, 'an object with more than 10,000 fields'],
  ['an object that does not end', object(MAX_FIELDS + 1).slice(0, -1), 'an object with more than 10,000 fields'],
  ['colons in a text', `{"a":"${'":"'.replaceAll('"', '\\"').repeat(MAX_FIELDS + 1)}"}`, undefined],
  ['brackets that close nothing', ']'.repeat(2_000), undefined],
  ['colons outside of everything', ':'.repeat(2_000), undefined],
])('finds no more and no less in a text: %s', (_, text, expected) => expect(excess(text)).toBe(expected))
