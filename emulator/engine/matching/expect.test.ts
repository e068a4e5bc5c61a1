import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceText } from './difference-text.ts'
import { differences } from './expect.ts'
import { catalog } from '../../service/catalog.ts'
import { tables } from '../world/tables/index.ts'
import { matcherProblems } from './matcher-problems.ts'
import { meantWord } from './matcher-words.ts'

function texts(expected: unknown, actual: unknown): string[] {
  return differences(expected, actual).map(differenceText)
}

const id = '00000000-0000-4000-8000-0000000000a1'

describe('matching', () => {
  it.each<[unknown, unknown]>([
    [{ user: { alias: 'ada' } }, { status: 'success', user: { alias: 'ada', role: 'owner' } }],
    [{ list: [{ a: 1 }, {}] }, { list: [{ a: 1, b: 2 }, { c: 3 }] }],
    [
      { id: { is: 'uuid' }, at: { is: 'iso8601' }, gone: { is: 'absent' }, none: { is: 'null' } },
      { id, at: '2026-01-01T00:00:00.000Z', none: null },
    ],
    [
      { list: { length: 2 }, text: { length: 3 } },
      { list: [1, 2], text: 'abc' },
    ],
    [{ list: { length: { at_least: 2, at_most: 3 } } }, { list: [1, 2] }],
    [{ unordered: [{ a: 1 }, { a: 2 }] }, [{ a: 2 }, { a: 1, b: 1 }]],
    [{ unordered: [{ is: 'integer' }, 1] }, [1, 2]],
    [{ not: { a: 1 } }, { a: 2 }],
    [
      { a: { not: { is: 'null' } }, b: { not: 3 } },
      { a: 1, b: undefined },
    ],
    [{ list: { contains: { alias: 'b' } } }, { list: [{ alias: 'a' }, { alias: 'b', x: 1 }] }],
    [{ text: { contains: 'ell', matches: '^h' } }, { text: 'hello' }],
    [
      { a: { matches: '^(?=.*b)a(?!c)' }, b: { matches: '(?<=x)y' } },
      { a: 'aab', b: 'xy' },
    ],
    [
      { a: { matches: '^(.)\\1$' }, b: { matches: '(?<q>["\']).*\\k<q>' } },
      { a: 'xx', b: `say 'hi'` },
    ],
    [{ matches: '^.\\p{L}$' }, '😀ü'],
    [{ exactly: { a: [1, { b: 2 }] } }, { a: [1, { b: 2 }] }],
    [{ exactly: { length: 3 } }, { length: 3 }],
    [
      { only: { id: { is: 'uuid' }, list: [{ only: { n: { at_least: 1 } } }], none: { exactly: { is: 'x' } } } },
      { id, list: [{ n: 2 }], none: { is: 'x' } },
    ],
    [{ only: { n: 1, gone: { is: 'absent' } } }, { n: 1 }],
    [null, null],
  ])('%j fits %j', (expected, actual) => {
    expect(texts(expected, actual)).toEqual([])
  })

  it.each<[unknown, unknown, string[]]>([
    [{ user: { role: 'owner' } }, { user: { role: 'read' } }, ['user.role: expected "owner", got "read"']],
    [{ user: { role: 'owner' } }, {}, ['user: expected an object, got nothing']],
    [{ user: {} }, { user: 7 }, ['user: expected an object, got 7']],
    [{ a: 1, b: 2 }, { a: 2, b: 3 }, ['a: expected 1, got 2', 'b: expected 2, got 3']],
    [{ a: 1 }, { a: '1' }, ['a: expected 1, got "1"']],
    [[1, 2], [1], ['expected a list of 2, got a list of 1']],
    [
      [1, 2],
      [1, 3, 4],
      ['expected a list of 2, got a list of 3', '[1]: expected 2, got 3'],
    ],
    [
      { id: { is: 'uuid' } },
      { id: id.toUpperCase().replace('A', 'A') },
      [`id: expected a UUID, got "${id.toUpperCase()}"`],
    ],
    [{ gone: { is: 'absent' } }, { gone: null }, ['gone: expected nothing, got null']],
    [{ none: { is: 'null' } }, {}, ['none: expected null, got nothing']],
    [{ n: { is: 'integer' } }, { n: 1.5 }, ['n: expected an integer, got 1.5']],
    [
      { at: { is: 'iso8601' } },
      { at: '2026-13-01T00:00:00Z' },
      ['at: expected an ISO 8601 UTC time, got "2026-13-01T00:00:00Z"'],
    ],
    [{ exactly: { a: 1 } }, { a: 1, b: 2 }, ['b: expected nothing, got 2']],
    [
      { only: { a: { is: 'uuid' }, b: { c: 1 } } },
      { a: 1, b: { c: 1, d: 2 }, e: 3 },
      ['a: expected a UUID, got 1', 'b.d: expected nothing, got 2', 'e: expected nothing, got 3'],
    ],
    [{ exactly: [1] }, [1, 2], ['expected a list of 1, got a list of 2']],
    [{ length: 2 }, [1], ['expected a length of 2, got 1']],
    [{ length: 2 }, 7, ['expected a list or text, got 7']],
    [{ unordered: [1, 1] }, [1, 2], ['expected a list with 1, got [1,2]']],
    [{ unordered: [1] }, [1, 2], ['expected a list of 1, got [1,2]']],
    [{ not: { a: 1 } }, { a: 1, b: 2 }, ['expected anything but {"a":1}, got {"a":1,"b":2}']],
    [{ contains: 'x' }, undefined, ['expected a list or text with "x", got nothing']],
    [{ contains: { a: 1 } }, [{ a: 2 }], ['expected a list with {"a":1}, got [{"a":2}]']],
    [{ matches: '^x' }, 'yx', ['expected text matching /^x/, got "yx"']],
    [{ at_most: 3 }, 4, ['expected at most 3, got 4']],
    [{ toString: 'x' }, {}, ['toString: expected "x", got nothing']],
  ])('%j against %j', (expected, actual, differing) => {
    expect(texts(expected, actual)).toEqual(differing)
  })

  it('any JSON value matches itself exactly, and not with one more field', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
        fc.pre(JSON.stringify(copy) === JSON.stringify(value) && !Object.hasOwn(copy, 'further'))
        const back = JSON.parse(JSON.stringify(copy)) as unknown
        expect(differences({ exactly: copy }, back)).toEqual([])
        expect(differences({ exactly: copy }, { ...copy, further: 1 })).toHaveLength(1)
      }),
    )
  })

  it('shortens long values', () => {
    const [text] = texts({ a: 'x' }, { a: 'y'.repeat(1000) })
    expect(text?.length).toBeLessThan(200)
  })
})

describe('matcherProblems', () => {
  it.each<[unknown, string | undefined]>([
    [{ id: { is: 'uuid' } }, undefined],
    [{ id: { is: 'uid' } }, 'uuid'],
    [{ a: [{ matches: '(' }] }, undefined],
  ])('%j', (expected, nearMiss) => {
    const [problem] = matcherProblems(expected)
    expect(problem?.nearMiss).toBe(nearMiss)
  })

  it.each<[unknown, string]>([
    ['(a', 'expected a regular expression, got "(a": Invalid regular expression: /(a/u: Unterminated group'],
    ['a'.repeat(1_001), 'it has 1001 characters, and may have 1000'],
    [42, 'expected a regular expression, got 42: not a text'],
  ])('a bad pattern is told with its place and the reason: %j', (matches, message) => {
    expect(matcherProblems({ list: [{ a: { matches } }] })).toEqual([
      {
        kind: 'value',
        path: ['list', 0, 'a', 'matches'],
        message: expect.stringContaining(message) as string,
        expected: 'a regular expression',
      },
    ])
    expect(matcherProblems({ matches: 'a'.repeat(1_000) })).toEqual([])
  })

  it('inside exactly there are none, inside only there are', () => {
    expect(matcherProblems({ exactly: { list: [{ id: { is: 'uuid' } }] } })).toEqual([
      {
        kind: 'value',
        path: ['exactly', 'list', 0, 'id'],
        message: `inside 'exactly' this is a value and no matcher; 'only' takes matchers`,
        nearMiss: 'only',
      },
    ])
    expect(matcherProblems({ exactly: { a: { length: 3 }, b: { is: 'uuid', of: 'x' } } })).toEqual([])
    expect(matcherProblems({ only: { a: { is: 'uid' } } })).toMatchObject([
      { path: ['only', 'a', 'is'], nearMiss: 'uuid' },
    ])
  })

  it.each([
    ['match', 'matches'],
    ['mathces', 'matches'],
    ['$matches', 'matches'],
    ['regex', 'matches'],
    ['contain', 'contains'],
    ['$contains', 'contains'],
    ['includes', 'contains'],
    ['lenght', 'length'],
    ['len', 'length'],
    ['equals', 'exactly'],
    ['at_last', 'at_least'],
    ['atLeast', 'at_least'],
    ['atmost', 'at_most'],
    ['unorderd', 'unordered'],
    ['isnt', 'not'],
    ['nott', 'not'],
    ['onyl', 'only'],
    ['iss', 'is'],
  ])('names the matcher that %s was meant to be', (slip, meant) => {
    const problems = [
      {
        kind: 'unknown',
        path: ['list', 0, 'name', slip],
        message: expect.stringContaining('unknown matcher'),
        nearMiss: meant,
      },
    ]
    expect(matcherProblems({ list: [{ name: { [slip]: 'a' } }] })).toEqual(problems)
    expect(matcherProblems({ list: [{ name: { [slip]: 'a', is: 'string' } }] })).toEqual(problems)
    expect(matcherProblems({ list: [{ exactly: { name: { [slip]: 'a' } } }] })).toEqual([])
    expect(matcherProblems({ list: [{ name: { [slip]: 'a', alias: 'b' } }] })).toEqual([])
  })

  it('takes several keys for fields, as long as they are no bounds', () => {
    expect(matcherProblems({ filter: { match: 'a', contain: 'b' } })).toEqual([])
    expect(matcherProblems({ gte: 1, lte: 5 }).map(({ nearMiss }) => nearMiss)).toEqual(['at_least', 'at_most'])
    expect(JSON.stringify(differences({ match: 'a', contain: 'b' }, 'ab'))).toContain("'matches' instead of 'match'")
  })

  it('takes no field of the API for a misspelt matcher', () => {
    const records = Object.values(tables).flatMap(({ schemaEntries }) => Object.keys(schemaEntries))
    const asked = catalog.flatMap(({ bodySchema, querySchema }) =>
      [bodySchema, querySchema].flatMap((schema) => Object.keys(schema?.entries ?? {})),
    )
    const names = new Set([...records, ...asked, 'status', 'error', 'message', 'limit', 'max', 'current', 'allowed'])
    expect([...names].filter((name) => meantWord(name) !== undefined)).toEqual([])
    expect(names.size).toBeGreaterThan(60)
  })

  it('names the place', () => {
    expect(
      matcherProblems({ a: [{ matches: '(' }, { length: 'x' }, { exactly: { is: 'y' } }] }).map(({ path }) => path),
    ).toEqual([
      ['a', 0, 'matches'],
      ['a', 1, 'length'],
    ])
  })
})

it.each([
  [{ match: 'a' }, "an object (was the matcher 'matches' instead of 'match' meant?)"],
  [{ contain: 'a' }, "an object (was the matcher 'contains' instead of 'contain' meant?)"],
  [{ at_last: 1 }, "an object (was the matcher 'at_least' instead of 'at_last' meant?)"],
  [{ alias: 'a' }, 'an object'],
  [{ match: 'a', alias: 'a' }, 'an object'],
])('%j compared with a text: expected %s', (expected, text) => {
  expect(differences(expected, 'ada')).toEqual([{ path: [], expected: text, actual: '"ada"' }])
})
