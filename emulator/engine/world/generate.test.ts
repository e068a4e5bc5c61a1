import { describe, expect, it } from 'vitest'
import { generate } from './generate.ts'
import { generateProblems } from './generate-problems.ts'

describe('generate', () => {
  it('counts, pads, shifts and wraps', () => {
    const block = {
      count: 3,
      start: 9,
      alias: 'b-{n:5}',
      to: 'b-{n+1:5}',
      from: 'b-{n-1}',
      group: '{n%10}',
      text: '{{n}',
      org: 'acme',
    }
    expect([...generate(block, 1)]).toEqual([
      { alias: 'b-00009', to: 'b-00010', from: 'b-8', group: '9', text: '{n}', org: 'acme' },
      { alias: 'b-00010', to: 'b-00011', from: 'b-9', group: '0', text: '{n}', org: 'acme' },
      { alias: 'b-00011', to: 'b-00012', from: 'b-10', group: '1', text: '{n}', org: 'acme' },
    ])
  })

  it('makes values of other types, deep inside too', () => {
    const block = {
      count: 2,
      category: { $cycle: ['etl', 'bi'] },
      data: { n: { $number: '{n}' }, list: ['x{n}'] },
      on: true,
    }
    expect([...generate(block, 1)]).toEqual([
      { category: 'etl', data: { n: 1, list: ['x1'] }, on: true },
      { category: 'bi', data: { n: 2, list: ['x2'] }, on: true },
    ])
  })

  it('draws the same from the same seed and other things from another', () => {
    const block = { count: 50, size: { $integer: { min: 1, max: 3 } }, kind: { $pick: ['a', 'b'] } }
    const first = [...generate(block, 7)]
    expect([...generate(block, 7)]).toEqual(first)
    expect([...generate(block, 8)]).not.toEqual(first)
    expect(new Set(first.map(({ size }) => size))).toEqual(new Set([1, 2, 3]))
    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['a', 'b']))
  })
})

describe('what generate makes', () => {
  it('is counted from 1 where nothing else is said, and cycles from the first record on', () => {
    const block = { n: '{n}', turn: { $cycle: ['a{n}', { deep: '{n}' }] } }
    expect([...generate({ count: 3, ...block }, 1)]).toEqual([
      { n: '1', turn: 'a1' },
      { n: '2', turn: { deep: '2' } },
      { n: '3', turn: 'a3' },
    ])
    expect([...generate({ count: 2, start: 8, ...block }, 1)]).toEqual([
      { n: '8', turn: 'a8' },
      { n: '9', turn: { deep: '9' } },
    ])
    expect([...generate({ count: 0, ...block }, 1)]).toEqual([])
  })

  it('keeps what holds no counter, and an object that is no form', () => {
    const fields = {
      nothing: null,
      on: false,
      count: 7,
      text: 'plain',
      like: '{m} {n:}',
      two: { $cycle: ['a'], $pick: ['b'] },
      other: { $count: 1 },
      none: {},
    }
    expect([...generate({ ...fields, count: 1 }, 1)]).toEqual(
      [{ ...fields, count: undefined }].map(({ count: _, ...rest }) => rest),
    )
  })

  it('writes every counter of a text, and what stands between them', () => {
    const [made] = generate(
      { count: 1, start: 12, text: 'a{n}b{n+10:4}c{n-20}d{n%5}e{{n}f', wide: '{n:12}', number: { $number: '{n-20}' } },
      1,
    )
    expect(made).toEqual({ text: 'a12b0022c-8d2e{n}f', wide: '000000000012', number: -8 })
  })

  // Shipped worlds and recordings of earlier releases contain them.
  it('draws the same in every release, each draw anew', () => {
    const integer = { $integer: { min: -2, max: 5 } }
    const block = { count: 8, start: 3, one: integer, other: integer, kind: { $pick: ['a{n}', 'b', 'c'] } }
    expect(Array.from(generate(block, 7), (record) => Object.values(record))).toEqual([
      [4, 5, 'c'],
      [-1, 0, 'c'],
      [0, -2, 'c'],
      [4, 1, 'c'],
      [3, 4, 'c'],
      [0, 2, 'c'],
      [5, 1, 'c'],
      [2, 1, 'b'],
    ])
  })

  it('draws no number outside its bounds, and each within', () => {
    const drawn = Array.from(generate({ count: 400, n: { $integer: { min: -1, max: 2 } } }, 3), ({ n }) => n as number)
    expect([...new Set(drawn)].toSorted((a, b) => a - b)).toEqual([-1, 0, 1, 2])
    expect([...generate({ count: 2, n: { $integer: { min: 4, max: 4 } } }, 3)]).toEqual([{ n: 4 }, { n: 4 }])
  })

  it.each([
    ['characters of texts with counters', { alias: 'u-{n:4}', plain: 'x'.repeat(99) }, 16 + 6],
    ['fields of objects', { a: 1, deep: { b: 2, c: { d: 3 } } }, 16 + 16 + 8],
    ['items of lists', { list: [1, 2, [3]] }, 8 + 24 + 8],
  ])('takes its room by the %s', (_, fields, each) => {
    const room = { left: 1_000 }
    expect([...generate({ count: 3, ...fields }, 1, room)]).toHaveLength(3)
    expect(room.left).toBe(1_000 - 3 * each)
  })

  it('ends with the first record that has no room', () => {
    expect([...generate({ count: 9, a: 1 }, 1, { left: 24 })]).toHaveLength(4)
    expect([...generate({ count: 9, a: 1 }, 1, { left: 23 })]).toHaveLength(3)
  })
})

describe('generateProblems', () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{ alias: 'b-{n:5}', value: '{"json": {"a": 1}}', brace: '{{m}' }, undefined],
    [{ alias: 'b-{m}' }, 'unknown counter {m}'],
    [{ alias: 'b-{n:}' }, 'unknown counter {n:}'],
    [{ alias: '{n%0}' }, 'divided by zero'],
    [{ kind: { $cycel: ['a'] } }, "unknown form '$cycel', did you mean '$cycle'?"],
    [{ kind: { $pick: [] } }, 'at least one value'],
    [{ kind: { $pick: ['a'], more: 1 } }, 'must be the only key'],
    [{ size: { $integer: { min: 3, max: 1 } } }, 'min not above max'],
    [{ size: { $integer: { min: 3, max: 3 } } }, undefined],
    [{ size: { $integer: { min: 0.5, max: 3 } } }, 'integers'],
    [{ size: { $integer: { min: 0, max: 3.5 } } }, 'integers'],
    [{ size: { $integer: { max: 3 } } }, 'integers'],
    [{ size: { $integer: null } }, 'integers'],
    [{ kind: { $cycle: [] } }, 'at least one value'],
    [{ kind: { $cycle: 'abc' } }, 'at least one value'],
    [{ kind: { $pick: { length: 1 } } }, 'at least one value'],
    [{ kind: { $pick: ['a'] }, other: { $cycle: [null] } }, undefined],
    [{ size: { $number: 'x{n}' } }, 'evaluates to a number'],
    [{ size: { $number: '{n%10}' } }, undefined],
    [{ a: '{n%10} {n%1:3}' }, undefined],
    [{ a: '{n%00:3}' }, 'divided by zero'],
    [{ a: '{N} ' }, 'unknown counter {N}'],
    [{ a: '{n*2}' }, undefined],
    [{ a: '{n+m:3x}' }, 'unknown counter {n+m:3x}'],
    [{ a: '{n}'.repeat(1_000) }, undefined],
    [{ a: '{n}'.repeat(1_001) }, 'expected at most 1,000 counters in one text'],
  ])('%j', (template, message) => {
    const found = generateProblems({ count: 1, ...template })
      .map((problem) => problem.message)
      .join('\n')
    expect(found).toEqual(message === undefined ? '' : expect.stringContaining(message))
  })

  it('says where, below lists and forms too', () => {
    const template = {
      deep: [{ a: '{m}' }],
      kind: { $pick: ['a', '{m}'] },
      plain: 'x',
      on: null,
      size: { $cycel: ['{m}'] },
    }
    const kinds = (fields: object) =>
      generateProblems({ count: 1, ...fields }).map(({ kind, path }) => [kind, path.join('.')])
    expect(kinds(template)).toEqual([
      ['value', 'deep.0.a'],
      ['value', 'kind.$pick.1'],
      ['unknown', 'size.$cycel'],
      ['value', 'size.$cycel.0'],
    ])
    expect(kinds({ a: '{n}'.repeat(2_000), b: '{n%0}', c: { $pick: ['a'], b: 1 } })).toEqual([
      ['value', 'a'],
      ['value', 'b'],
      ['unknown', 'c.$pick'],
    ])
    expect(kinds({ a: { $integer: 1 }, b: { $cycle: 1 }, c: { $number: 'x' } })).toEqual([
      ['value', 'a.$integer'],
      ['value', 'b.$cycle'],
      ['value', 'c.$number'],
    ])
  })

  it('looks for no more than fifty', () => {
    const texts = (count: number) => generateProblems({ count: 1, list: Array(count).fill('{m}') })
    expect(texts(50)).toHaveLength(50)
    expect(
      texts(51)
        .map(({ message }) => message)
        .slice(49),
    ).toEqual([expect.stringContaining('{m}'), 'and perhaps more: no more than 50 mistakes are looked for'])
  })
})
