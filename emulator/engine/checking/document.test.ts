import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { describe as prose } from './problems.ts'

const yaml = `# a comment
fixture: 1
records:
  orgs:
    - { alias: acme, visibilty: public }
    - alias: lab
      name: "Ada's"
`
const json = JSON.stringify(
  { fixture: 1, records: { orgs: [{ alias: 'acme', visibilty: 'public' }, { alias: 'lab' }] } },
  null,
  2,
)

describe('places', () => {
  it('finds values and keys in YAML', async () => {
    const document = await parseDocument(yaml, { file: 'w.yaml' })
    expect(document.problems).toEqual([])
    expect(document.locate(['records', 'orgs', 1, 'name'])).toEqual({ file: 'w.yaml', line: 7, column: 13 })
    expect(document.locate(['records', 'orgs', 0, 'visibilty'], 'key')).toEqual({ file: 'w.yaml', line: 5, column: 22 })
    expect(document.locate(['records', 'orgs', 1])).toEqual({ file: 'w.yaml', line: 6, column: 7 })
  })

  it('finds values and keys in JSON', async () => {
    const document = await parseDocument(json, { file: 'w.json' })
    expect(document.locate(['records', 'orgs', 0, 'visibilty'])).toEqual({ file: 'w.json', line: 7, column: 22 })
    expect(document.locate(['records', 'orgs', 0, 'visibilty'], 'key')).toEqual({ file: 'w.json', line: 7, column: 9 })
    expect(document.locate(['records', 'orgs', 1])).toMatchObject({ line: 9, column: 7 })
  })

  it.each([
    ['w.yaml', yaml],
    ['w.json', json],
  ])('gives the nearest ancestor in %s for what is missing', async (file, text) => {
    const document = await parseDocument(text, { file })
    const parent = document.locate(['records', 'orgs', 1])
    expect(document.locate(['records', 'orgs', 1, 'role', 'deeper'])).toEqual(parent)
    expect(document.locate(['nothing'])).toEqual(document.locate([]))
  })

  it('puts an unknown field at its key and a wrong value at the value', async () => {
    const document = await parseDocument(yaml, { file: 'w.yaml' })
    const path = ['records', 'orgs', 0, 'visibilty']
    const unknown = document.place({ kind: 'unknown', path, message: 'unknown field', nearMiss: 'visibility' })
    expect(prose(unknown)).toBe("w.yaml:5:22 records.orgs[0].visibilty: unknown field, did you mean 'visibility'?")
    expect(document.place({ kind: 'value', path, message: 'no' }).at?.column).toBe(33)
  })

  it('finds every value of any JSON document, however it is spaced', async () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
    }))
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom('', '\t', '   '), async (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const document = await parseDocument(text, { file: 'x.json' })
        expect(document.problems).toEqual([])
        const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
        for (const [path, inner] of leaves(value)) {
          const { line, column } = document.locate(path)
          expect(text.slice((starts[line - 1] ?? 0) + column - 1).startsWith(JSON.stringify(inner))).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is wrong with the text', () => {
  const cases: [string, string, string][] = [
    ['a.yaml', 'a: 1\nb: 2\na: 3\n', 'a.yaml:3:1 a: the key is given twice'],
    ['a.yaml', 'x:\n  - k: 1\n    k: 2\n', 'a.yaml:3:5 x[0].k: the key is given twice'],
    ['a.json', '{"a": 1,\n "x": [{"k": 1, "k": 2}]}', 'a.json:2:17 x[0].k: the key is given twice'],
    ['a.json', '{\n  "a": 1,\n}', 'a.json:3:1 not valid JSON'],
    ['a.json', '{"a": 1', 'a.json:1:8 not valid JSON'],
    ['a.json', '// note\n{}', 'a.json:1:1 not valid JSON'],
    ['a.yaml', 'a: [1, 2\nb: 3\n', 'a.yaml:2:1 '],
    ['a.yaml', 'a: !!secret x\n', 'a.yaml:1:4 unresolved tag'],
    ['a.yaml', 'a: *gone\n', 'a.yaml:1:4 a: there is no anchor &gone before this alias'],
    ['a.yaml', '? [1, 2]\n: x\n', 'a.yaml:1:3 '],
    ['a.yaml', 'a: 1\n---\nb: 2\n', 'a.yaml:2:1 '],
  ]
  it.each(cases)('%s %j', async (file, text, expected) => {
    const { problems } = await parseDocument(text, { file })
    expect(problems.map(prose)[0]).toContain(expected)
  })

  it('refuses aliases that grow without bound', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
    )
    const { problems } = await parseDocument(['l0: &l0 [x]', ...levels].join('\n'), { file: 'bomb.yaml' })
    expect(problems[0]?.message).toMatch(/excessive alias count/)
  })

  it.each(['deep.yaml', 'deep.json'])('survives deep nesting in %s', async (file) => {
    const { problems } = await parseDocument('['.repeat(50_000), { file })
    expect(problems.length).toBeGreaterThan(0)
  })
})

describe('what is fine', () => {
  it('merge keys and anchors', async () => {
    const { value, problems } = await parseDocument('base: &b { a: 1 }\nx: { <<: *b, c: 2 }\n', { file: 'a.yaml' })
    expect(problems).toEqual([])
    expect(value).toMatchObject({ x: { a: 1, c: 2 } })
  })

  it('a byte order mark, CRLF, dates as text, a YAML flow mapping that is no JSON', async () => {
    expect((await parseDocument('\uFEFFa: 1\r\nb: 2026-01-01T00:00:00Z\r\n', { file: 'a.yaml' })).value).toEqual({
      a: 1,
      b: '2026-01-01T00:00:00Z',
    })
    expect((await parseDocument('{ a: 1, }', { file: 'inline' })).value).toEqual({ a: 1 })
  })
})

it('finds many places in a large text; searching it for each would take longer than a test may', async () => {
  const count = 30_000
  const orgs = Array.from({ length: count }, (_, n) => ({ alias: `o-${n}`, name: 'Org', visibility: 'public' }))
  const text = JSON.stringify({ records: { orgs } }).replace('"Org"', '"Org","name":"twice"')
  const document = await parseDocument(text, { file: 'x.json' })
  let last = 0
  for (let n = 0; n < count; n++) {
    const { column } = document.locate(['records', 'orgs', n, 'visibility'])
    if (column <= last) throw new Error(`record ${n} is at ${column}, the one before at ${last}`)
    last = column
  }
  expect(document.problems).toHaveLength(1)
})

function* leaves(value: unknown, path: (string | number)[] = []): Generator<[(string | number)[], unknown]> {
  if (typeof value !== 'object' || value === null) return yield [path, value]
  for (const [key, inner] of Object.entries(value))
    yield* leaves(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

it.each(['json', 'yaml'])('rounds numbers of %s that a double does not hold where it is told to', async (format) => {
  const text = '{ "id": 9007199254740993 }'
  const read = (rounded: boolean) => parseDocument(text, { file: `archive.${format}`, rounded })
  expect((await read(true)).value).toEqual({ id: 9_007_199_254_740_992 })
  expect((await read(false)).problems).toMatchObject([{ path: ['id'], at: { line: 1, column: 9 } }])
})

it.each(['\r', '\r\n', '\n'])('reads lines that end with %j, and counts them', async (end) => {
  const text = ['a: 1', 'b:', '  c: 2', 'c: [', ''].join(end)
  expect((await parseDocument(['a: 1', 'b:', '  c: 2'].join(end), { file: 'w.yaml' })).value).toEqual({
    a: 1,
    b: { c: 2 },
  })
  expect((await parseDocument(text, { file: 'w.yaml' })).problems[0]!.at!.line).toBeGreaterThanOrEqual(4)
})
