import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { worksThroughMuch } from '../../../tests/helpers/limits.ts'
import { parseDocument } from './document.ts'
import { readExactly } from './yaml-document.ts'
import { plainYaml } from './yaml-values.ts'

/** What YAML is made of, and what its parsers see differently. */
const pieces = [
  'a',
  'b: ',
  'key: ',
  '- ',
  '\n',
  '\n  ',
  '\n    ',
  '  ',
  ' ',
  '{',
  '}',
  '[',
  ']',
  ', ',
  ': ',
  ':',
  '#x',
  ' # c',
  '"',
  "'",
  '|',
  '>',
  '|-\n',
  '>+\n',
  '1',
  '0x1F',
  '0o7',
  '1e3',
  '.5',
  '-',
  'true',
  'null',
  '~',
  'yes',
  '2026-01-01',
  '\\n',
  '\n\n',
  'x y',
  '...',
  '---',
  '@',
  '`',
  '%',
  '1_000',
  '0b1',
  '-0',
  '12:30:45',
  '=',
  '.inf',
  "''",
  '""',
  '&a ',
  '*a',
  '<<: ',
  '!!str ',
  '? ',
  '\t',
] as const

describe('what the quick parser reads', () => {
  it('the exact one reads as the same value, and without a mistake', () => {
    let read = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
        const text = parts.join('')
        const value = plainYaml(text)
        if (value === undefined) return
        read++
        expect(readExactly(text)).toMatchObject({ problems: [] })
        expect(readExactly(text).value).toStrictEqual(value)
      }),
      { numRuns: 2_000 },
    )
    expect(read).toBeGreaterThan(200)
  })

  it('is what was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (written) => {
        const text = stringify(written)
        expect(plainYaml(text) ?? readExactly(text).value).toStrictEqual(readExactly(text).value)
      }),
    )
  })

  it.each([
    ['a: 012', { a: 12 }],
    ['a: 0o17', { a: 15 }],
    ['a: 0x1F', { a: 31 }],
    ['a: -.inf', { a: -Infinity }],
    ['a: .5e1', { a: 5 }],
    ['a: Null', { a: null }],
    ['a: yes', { a: 'yes' }],
    ['a: 1_000', { a: '1_000' }],
    ['a: 0b1', { a: '0b1' }],
    ['a: 2026-01-01', { a: '2026-01-01' }],
    ['a: 12:30:45', { a: '12:30:45' }],
    ['1: a', { 1: 'a' }],
  ])('reads %j as YAML 1.2', (text, value) => {
    expect(plainYaml(text)).toStrictEqual(value)
    expect(readExactly(text).value).toStrictEqual(value)
  })

  it.each([
    'a: &x 1',
    'a: *x',
    'a: !!str 1',
    '<<: { a: 1 }',
    '%YAML 1.1\n---\na: 1',
    '--- a',
    ': 1',
    '? a',
    '[a]: 1',
    'a: ""#x',
    'a: |\n  b',
    'a:\t1',
    'a: 1\r\n',
    '-\n- a',
    'a: "b\n c"',
    '0x10: a',
    '{ 1.0, b }',
    'a: 1\na: 2',
    'a: [',
    `${'k'.repeat(1025)}: 1`,
  ])('leaves %j to the exact one', (text) => {
    expect(plainYaml(text)).toBeUndefined()
  })
})

describe('a large document', worksThroughMuch, () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, n) => `  - { alias: session-${n}, org: acme, at: 2026-01-01T00:00:00.000Z }`,
  )
  const large = `sessions:\n${rows.join('\n')}\n`

  it('has the same values and places as any other', async () => {
    const { value, problems, locate } = await parseDocument(large, { file: 'w.yaml' })
    expect(problems).toEqual([])
    expect(value).toStrictEqual(readExactly(large).value)
    expect(locate(['sessions', 2_000, 'org'])).toEqual({ file: 'w.yaml', line: 2_002, column: 33 })
    expect(locate(['sessions', 2_000, 'org'], 'key')).toEqual({ file: 'w.yaml', line: 2_002, column: 28 })
  })

  it.each([
    ['  - { alias: a, alias: b }\n', 'the key is given twice'],
    ['  - { alias: [ }\n', 'flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['x: *nobody\n', 'no anchor &nobody stands before this alias'],
  ])('with %j at its end says what is wrong, and where', async (end, message) => {
    const { value, problems } = await parseDocument(large + end, { file: 'w.yaml' })
    expect(value).toBeUndefined()
    expect(problems[0]).toMatchObject({ message, at: { file: 'w.yaml', line: 3_002 } })
  })
})
