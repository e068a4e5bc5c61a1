import { describe, expect, it } from 'vitest'
import { Range } from './range.ts'
import { cloneIndex, createIndex, enter, exchange, leave, type AnyRow, type Index } from './table-index.ts'

type Values = Readonly<Record<string, string | number | null>>

const row = (seq: number, values: Values): AnyRow => ({ record: { id: `r-${seq}`, ...values }, seq, bytes: 0 })
const rows = (...all: Values[]): AnyRow[] => all.map((values, seq) => row(seq, values))

function filled(index: Index, ...all: AnyRow[]): Index {
  for (const each of all) enter(index, each)
  return index
}

const seqs = (found: Iterable<{ readonly seq: number }>): number[] => Array.from(found, ({ seq }) => seq)
const range = (index: Index, ...values: (string | number)[]) => new Range(index, values)

describe('an index of one field', () => {
  const all = rows({ a: 'x' }, { a: 'y' }, { a: 'x' }, { a: null }, { a: 'w' }, { a: 'x' })
  const index = filled(createIndex('a', { fields: ['a'] }), ...all)

  it('orders rows by the field, then by creation, and leaves those without it out', () => {
    expect(seqs(index.tree.keys())).toEqual([4, 0, 2, 5, 1])
    expect(index.name).toBe('a')
  })

  it('gives those of a value from either end, from any row on', () => {
    expect([seqs(range(index, 'x').oldest()), seqs(range(index, 'x').newest())]).toEqual([
      [0, 2, 5],
      [5, 2, 0],
    ])
    expect([
      seqs(range(index, 'x').oldest(0)),
      seqs(range(index, 'x').oldest(1)),
      seqs(range(index, 'x').oldest(5)),
    ]).toEqual([[2, 5], [2, 5], []])
    expect([
      seqs(range(index, 'x').newest({ seq: 5 })),
      seqs(range(index, 'x').newest({ seq: 4 })),
      seqs(range(index, 'x').newest({ seq: 0 })),
    ]).toEqual([[2, 0], [2, 0], []])
    expect([
      range(index, 'x').first(),
      range(index, 'y').first(),
      range(index, 'xx').first(),
      range(index, 'z').first(),
    ]).toEqual([all[0]!.record, all[1]!.record, undefined, undefined])
    expect([...range(index, 'w')]).toEqual([all[4]!.record])
  })

  it('orders numbers as numbers', () => {
    const numbers = filled(
      createIndex('due', { fields: ['due'] }),
      ...rows({ due: 10 }, { due: 9 }, { due: 0 }, { due: 10 }, { due: 100 }),
    )
    expect(seqs(numbers.tree.keys())).toEqual([2, 1, 0, 3, 4])
    expect(seqs(range(numbers, 10).oldest())).toEqual([0, 3])
    expect(range(numbers, 0).first()?.id).toBe('r-2')
  })
})

describe('an index of several fields', () => {
  const all = rows(
    { a: 'x', b: 'q' },
    { a: 'w', b: 'z' },
    { a: 'x', b: 'p' },
    { a: 'x', b: 'q' },
    { a: 'y', b: 'p' },
    { a: 'x', b: 'p' },
  )
  const index = filled(createIndex('ab', { fields: ['a', 'b'] }), ...all)

  it('orders rows by one field after the other, then by creation', () => {
    expect(seqs(index.tree.keys())).toEqual([1, 2, 5, 0, 3, 4])
  })

  it('gives those of some values, and of the first alone', () => {
    expect([seqs(range(index, 'x', 'p').oldest()), seqs(range(index, 'x', 'q').newest())]).toEqual([
      [2, 5],
      [3, 0],
    ])
    expect([seqs(range(index, 'x').oldest()), seqs(range(index, 'x').newest())]).toEqual([
      [2, 5, 0, 3],
      [3, 0, 5, 2],
    ])
    expect([range(index, 'x').first()?.id, range(index, 'y', 'q').first(), range(index, 'y').first()?.id]).toEqual([
      'r-2',
      undefined,
      'r-4',
    ])
    expect(all.map((each) => range(index, 'x', 'q').contains(each))).toEqual([true, false, false, true, false, false])
    expect([seqs(range(index).oldest()).length, range(index).contains(all[0]!)]).toEqual([6, true])
  })
})

describe('a counted index', () => {
  it('counts rows for the values of all its fields, and nothing else', () => {
    const index = createIndex('ab', { fields: ['a', 'b'], counted: true })
    const all = rows({ a: 'x', b: 'q' }, { a: 'x', b: 'q' }, { a: 'x', b: 'p' }, { a: null, b: 'q' })
    filled(index, ...all)
    const counts = () => [
      range(index, 'x', 'q').count(),
      range(index, 'x', 'p').count(),
      range(index, 'y', 'p').count(),
    ]
    expect(counts()).toEqual([2, 1, 0])
    leave(index, all[1]!)
    leave(index, all[2]!)
    leave(index, all[3]!)
    expect(counts()).toEqual([1, 0, 0])
    // Values without rows take no room.
    expect([...index.counts!.keys()]).toHaveLength(1)
    expect(() => range(index, 'x').count()).toThrow('the index of a, b does not count this')
  })

  it('counts the different values of the last field', () => {
    const index = createIndex('abc', { fields: ['a', 'b', 'c'], counted: 'distinct' })
    const all = rows(
      { a: 'x', b: 'q', c: '1' },
      { a: 'x', b: 'q', c: '2' },
      { a: 'x', b: 'q', c: '1' },
      { a: 'x', b: 'p', c: '1' },
      { a: 'y', b: 'q', c: '1' },
    )
    filled(index, ...all)
    const count = () => range(index, 'x', 'q').count()
    expect([count(), range(index, 'x', 'p').count(), range(index, 'y', 'q').count()]).toEqual([2, 1, 1])
    leave(index, all[0]!)
    expect(count()).toBe(2)
    leave(index, all[2]!)
    expect(count()).toBe(1)
    leave(index, all[1]!)
    expect(count()).toBe(0)
    for (const values of [['x'], ['x', 'q', '1']])
      expect(() => range(index, ...values).count()).toThrow('the index of a, b, c does not count this')
  })

  it('keeps values apart that would be one text together', () => {
    const index = filled(
      createIndex('ab', { fields: ['a', 'b'], counted: true }),
      ...rows({ a: 'ab', b: 'c' }, { a: 'a', b: 'bc' }),
    )
    expect(range(index, 'ab', 'c').count()).toBe(1)
  })

  it('is the only one that counts', () => {
    const index = filled(createIndex('a', { fields: ['a'] }), ...rows({ a: 'x' }))
    expect(index.counts).toBeUndefined()
    expect(() => range(index, 'x').count()).toThrow('the index of a does not count this')
  })
})

describe('a row in the place of an older one', () => {
  const old = row(1, { a: 'x', b: 'q', other: 1 })
  const others = [row(0, { a: 'x', b: 'q' }), row(2, { a: 'x', b: 'p' })]

  it.each<[string, Values]>([
    ['stands where it stood when its fields stay', { a: 'x', b: 'q', other: 2 }],
    ['moves with its first field', { a: 'y', b: 'q', other: 1 }],
    ['moves with its last field', { a: 'x', b: 'r', other: 1 }],
    ['goes with its value', { a: null, b: 'q' }],
  ])('%s', (_, values) => {
    const index = filled(createIndex('ab', { fields: ['a', 'b'], counted: true }), ...others, old)
    const next = row(1, values)
    exchange(index, old, next)
    const expected = filled(createIndex('ab', { fields: ['a', 'b'], counted: true }), ...others, next)
    expect([...index.tree.keys()]).toEqual([...expected.tree.keys()])
    expect([...index.counts!.keys()].map((key) => [key, index.counts!.get(key)])).toEqual(
      [...expected.counts!.keys()].map((key) => [key, expected.counts!.get(key)]),
    )
  })

  it('comes in with a value, and stays out without', () => {
    const index = filled(createIndex('a', { fields: ['a'] }), row(0, { a: 'x' }))
    exchange(index, row(1, { a: null }), row(1, { a: null, b: 'y' }))
    expect(index.tree.size).toBe(1)
    exchange(index, row(1, { a: null }), row(1, { a: 'w' }))
    expect(seqs(index.tree.keys())).toEqual([1, 0])
  })
})

it('is not changed by what its copy is', () => {
  const index = filled(createIndex('a', { fields: ['a'], counted: true }), row(0, { a: 'x' }))
  const copy = cloneIndex(index)
  enter(copy, row(1, { a: 'x' }))
  expect([
    range(index, 'x').count(),
    range(copy, 'x').count(),
    seqs(index.tree.keys()),
    seqs(copy.tree.keys()),
  ]).toEqual([1, 2, [0], [0, 1]])
})
