import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { MAX_PROBLEMS } from './problem-list.ts'
import { describeAll } from './problems.ts'
import { MAX_YAML_BYTES, readYaml } from './yaml-document.ts'

it.each([
  ['a: 012', { a: 12 }],
  ['a: 0o17', { a: 15 }],
  ['a: 0x1F', { a: 31 }],
  ['a: .5e1', { a: 5 }],
  ['a: Null', { a: null }],
  ['a: yes', { a: 'yes' }],
  ['a: 1_000', { a: '1_000' }],
  ['a: 0b1', { a: '0b1' }],
  ['a: 2026-01-01', { a: '2026-01-01' }],
  ['a: 12:30:45', { a: '12:30:45' }],
  ['1: a', { 1: 'a' }],
])('reads %j as YAML 1.2', (text, value) => {
  expect(readYaml(text).value).toStrictEqual(value)
})

it.each([
  ['a: [1, .inf]', 7, ['a', 1], 'expected a value that JSON has, got .inf'],
  ['a: -.INF', 3, ['a'], 'expected a value that JSON has, got -.INF'],
  ['a: .nan', 3, ['a'], 'expected a value that JSON has, got .nan'],
  ['a: 1e400', 3, ['a'], 'the number 1e400 cannot be kept: it is beyond the largest double; write it as a string'],
  ['a: 9007199254740993', 3, ['a'], expect.stringContaining('the number 9007199254740993 cannot be kept')],
  ['a: 0x20000000000001', 3, ['a'], expect.stringContaining('the number 0x20000000000001 cannot be kept')],
  [
    '{ a: { b: 12345678901234567890 } }',
    10,
    ['a', 'b'],
    expect.stringContaining('12345678901234567890 cannot be kept'),
  ],
])('refuses the number in %j, which cannot be kept', (text, offset, path, message) => {
  expect(readYaml(text)).toMatchObject({ value: undefined, problems: [{ offset, path, message }] })
})

it.each(['a: "1e400"', 'a: 1e22', 'a: 9007199254740992', 'a: 0x20000000000000', '9007199254740993: a'])(
  'keeps %j',
  (text) => expect(readYaml(text).problems).toEqual([]),
)

it.each([
  ['a: This is it: b', 'a.yaml:1:4 a text that holds a colon and a space needs quotes: "This is it: b"'],
  ['- a: b:', 'a.yaml:1:6 a text that holds a colon and a space needs quotes: "b:"'],
  ['a:1\nb: 2', 'a.yaml:1:1 a space is missing after the colon: `a: 1`'],
  ['- a:1\n  b: 2', 'a.yaml:1:3 a space is missing after the colon: `a: 1`'],
  ['- a: 1\n b: 2', 'a.yaml:2:2 `b: 2` is indented by 1, which fits no line above: expected 2'],
  [
    'a:\n- b: 1\n\n# c\n    c: 2\n    d: 3\n  - b: 4',
    'a.yaml:2:1 `- b: 1` is indented by 0, which does not fit the line below: expected 2',
  ],
  ['a: 1\n b: @b\nc: @c', "a.yaml:2:2 `b: @b` is indented by 1 below 'a', which has a value already: expected 0"],
  [' a: 1\nb: 2\nc: 3', 'a.yaml:1:2 `a: 1` is indented by 1, which does not fit the line below: expected 0'],
  ['a:\n  - b: 1\n - b: 2', 'a.yaml:3:2 `- b: 2` is indented by 1, which fits no line above: expected 2'],
  ['a:\n  b: 1\n c:\n  d: 2\n  e: 3', 'a.yaml:3:2 `c:` is indented by 1, which fits no line above: expected 2'],
  ['a:\n  - b: 1\n     c: 2', "a.yaml:3:6 `c: 2` is indented by 5 below 'b', which has a value already: expected 4"],
  ['a: b\n\n  c:\n    - d', "a.yaml:3:3 `c:` is indented by 2 below 'a', which has a value already: expected 0"],
  ['a:\n\t- b', 'a.yaml:2:1 a tab indents this line, expected spaces'],
  ['a: @ada', 'a.yaml:1:4 a text that begins with @ needs quotes: "@ada"'],
  ['a: { b: * }', 'a.yaml:1:9 a text that begins with * needs quotes: "*"'],
  ['a: { b: ${token} }', 'a.yaml:1:10 a text that holds ${ … } within braces needs quotes: "${token}"'],
  ["a: 'it's'", "a.yaml:1:8 the text in ' ended before this: a ' within it is written twice"],
  ['a: "b\nc: d\n', 'a.yaml:1:4 a text in " is not closed: expected "'],
  ['a: { b: 1\nc: 2', 'a.yaml:2:1 a value in { } is not closed: expected }'],
])('says what is wrong with %j, and what to write', async (text, problem) => {
  const { problems } = await parseDocument(text, { file: 'a.yaml', format: 'yaml' })
  expect(describeAll(problems)).toBe(problem)
})

it.each([
  ['expect: {status:200}', 'a.yaml:1:10 expect: a space is missing after the colon: `status: 200`'],
  ['body: { user: {name:Ada, age: 3} }', 'a.yaml:1:16 body.user: a space is missing after the colon: `name: Ada`'],
])('refuses a field of braces without a space, which YAML takes for a key without a value: %s', async (text, said) => {
  const { problems } = await parseDocument(text, { file: 'a.yaml' })
  expect(describeAll(problems)).toBe(said)
})

it.each(['{ a:b: 1 }', '{ "a:b" }', '{ a: }', '[http://a.test]', '{ a:b: }', 'a:b: 1'])(
  'takes %s as it is',
  async (text) => {
    expect((await parseDocument(text, { file: 'a.yaml' })).problems).toEqual([])
  },
)

describe('a large document', () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, n) => `  - { alias: session-${n}, org: acme, at: 2026-01-01T00:00:00.000Z }`,
  )
  const large = `sessions:\n${rows.join('\n')}\n`

  it('has the same values and places as any other', async () => {
    const { value, problems, locate } = await parseDocument(large, { file: 'w.yaml' })
    expect(problems).toEqual([])
    expect(value).toMatchObject({ sessions: rows.map((_, n) => ({ alias: `session-${n}`, org: 'acme' })) })
    expect(locate(['sessions', 2_000, 'org'])).toEqual({ file: 'w.yaml', line: 2_002, column: 33 })
    expect(locate(['sessions', 2_000, 'org'], 'key')).toEqual({ file: 'w.yaml', line: 2_002, column: 28 })
  })

  it.each([
    ['  - { alias: a, alias: b }\n', 'the key is given twice'],
    ['  - { alias: [ }\n', 'a value in [ ] is not closed: expected ]'],
    ['x: *nobody\n', 'there is no anchor &nobody before this alias; a text that begins with * needs quotes: "*nobody"'],
    ['---\na: 1\n', 'a second document begins here, expected one'],
  ])('with %j at its end says what is wrong, and where', async (end, message) => {
    const { value, problems } = await parseDocument(large + end, { file: 'w.yaml' })
    expect(value).toBeUndefined()
    expect(problems[0]).toMatchObject({ message, at: { file: 'w.yaml', line: 3_002 } })
  })
})

it.each([
  ['ASCII', 'a', MAX_YAML_BYTES],
  ['other text', 'ä', MAX_YAML_BYTES / 2],
])('refuses what is larger than 16 MiB, of %s, and says what to do', async (_, unit, count) => {
  const text = `# ${unit.repeat(count)}\na: 1`
  expect((await parseDocument(text, { file: 'w.yaml' })).problems).toEqual([
    {
      kind: 'syntax',
      path: [],
      message: 'the YAML text is larger than 16 MiB; write it as JSON',
      at: { file: 'w.yaml', line: 1, column: 1 },
    },
  ])
  const within = `# ${unit.repeat(count - 7)}\na: 1`
  expect((await parseDocument(within, { file: 'w.yaml' })).value).toEqual({ a: 1 })
})

it('tells the first fifty of its mistakes, and how many more there are', async () => {
  const text = Array.from({ length: 200 }, () => 'a: 1\n').join('')
  const { problems } = await parseDocument(text, { file: 'w.yaml' })
  expect(problems).toHaveLength(MAX_PROBLEMS + 1)
  expect(problems[49]).toMatchObject({ message: 'the key is given twice', at: { line: 51 } })
  expect(problems[50]).toEqual({ kind: 'more', path: [], message: 'and 149 more' })
})
