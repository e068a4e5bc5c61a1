import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Effort, MAX_EFFORT } from './effort.ts'
import { MAX_PATTERN, patternProblem, readPattern } from './pattern.ts'

const texts = [
  '',
  'a',
  'ab',
  'abc',
  'aab',
  'b',
  'foo bar',
  'line\nnext',
  'ABC-123',
  '{a}',
  'ünï',
  '😀',
  'a😀b',
  '0',
  '\u001b[31m',
]

describe('a pattern', () => {
  it.each([
    '',
    'a',
    '^a',
    'a$',
    '^$',
    'a|b',
    '^(?:a|b)+$',
    'a*b',
    '(a+)+b',
    '(a|a)*c',
    'a?b?c?',
    'a{2}',
    'a{2,}',
    '^a{1,2}b',
    'a{0}',
    '(a{2}){2}',
    '.',
    '^.$',
    '^..$',
    'a.b',
    'foo\\sbar',
    '\\bbar',
    'o\\b',
    '\\Bo',
    '\\d+',
    '\\w-\\d',
    '[a-c]+$',
    '[^a-c]',
    '[\\d-]',
    '[\\]]',
    '\\{a\\}',
    'line$',
    '\\p{L}+',
    '^\\P{L}',
    '\\u{1F600}',
    '\\uD83D\\uDE00',
    '\\u0061',
    '\\x61',
    '😀',
    '[😀]',
    '(?<name>a)b',
    'a*?b',
    'a{1,2}?b',
    '()',
    '(|a)b',
    '(a|)b',
    'a||b',
    '\\cA',
    '\\0',
    '\\.',
    '(?:)*a',
    '(?:a*)*b',
    '\\t',
    '^\\u001b\\[',
  ])('%s matches what the engine matches', (source) => {
    const ours = readPattern(source)
    for (const text of texts)
      expect([text, ours.test(text, new Effort())]).toEqual([text, new RegExp(source, 'u').test(text)])
  })

  it('matches what the engine matches, whatever it is made of', () => {
    const { pattern } = fc.letrec((tie) => ({
      atom: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '^', '$', '\\b', '\\B'),
      group: fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${String(inner)})`),
      item: fc
        .tuple(
          fc.oneof({ maxDepth: 3 }, tie('atom'), tie('group')),
          fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,1}?'),
        )
        .map(([item, times]) => (/^(?:\^|\$|\\b|\\B)$/.test(String(item)) ? String(item) : `${String(item)}${times}`)),
      pattern: fc
        .array(
          fc.array(tie('item'), { maxLength: 3 }).map((items) => items.join('')),
          { minLength: 1, maxLength: 2 },
        )
        .map((options) => options.join('|')),
    }))
    fc.assert(
      fc.property(
        pattern as fc.Arbitrary<string>,
        fc.array(fc.constantFrom('a', 'b', ' ', 'é'), { maxLength: 8 }).map((parts) => parts.join('')),
        (source, text) => {
          fc.pre(source.length < 100 && patternProblem(source) === undefined)
          expect(readPattern(source).test(text, new Effort())).toBe(new RegExp(source, 'u').test(text))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['(a', /Unterminated group|missing \)/i],
    ['a(?=b)', /looks ahead or behind: \(\?=…\)/],
    ['a(?!b)', /looks ahead or behind/],
    ['(?<=a)b', /looks ahead or behind/],
    ['(?<!a)b', /looks ahead or behind/],
    ['(a)\\1', /refers back to a group: \\1/],
    ['(?<x>a)\\k<x>', /refers back to a group/],
    ['(?:(?:a{100}){100}){100}', /repeats too much/],
    ['(?:(?:(?:){1000}){1000}){1000}', /repeats too much/],
    ['a'.repeat(MAX_PATTERN + 1), /may have 1000 characters/],
    [42, /expected a regular expression/],
  ])('%j is refused by name', (source, message) => expect(patternProblem(source)).toMatch(message))

  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*x', '^(?:a?){30}a{30}$', '(x+x+)+y'])(
    '%s takes no longer for a text that nearly matches',
    (source) => {
      expect(readPattern(source).test(`${'a'.repeat(5_000)}!`, new Effort(5_000_000))).toBe(false)
    },
  )

  it('gives up on a text that would take too many steps, and says so', () => {
    const effort = new Effort()
    expect(() => readPattern(`(?:${'a?'.repeat(300)})+b`).test('a'.repeat(100_000), effort)).toThrow('takes too long')
    expect(effort.spent - MAX_EFFORT).toBeGreaterThan(0)
    expect(effort.spent - MAX_EFFORT).toBeLessThan(100)
  })
})
