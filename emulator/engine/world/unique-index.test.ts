import { expect, it } from 'vitest'
import type { AnyRow } from './table-index.ts'
import { UniqueIndex } from './unique-index.ts'

const row = (alias: string | null, seq = 0): AnyRow => ({ record: { id: `id-${seq}`, alias }, seq, bytes: 0 })

/** Found by trying numbers until two had one hash. */
const SAME_HASH = ['alias-229599', 'alias-432382'] as const

function filled(...rows: AnyRow[]): UniqueIndex {
  const index = new UniqueIndex('alias')
  for (const each of rows) index.set(each)
  return index
}

it('finds the row that holds a value, and no other', () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => row(`alias-${n}`, n))
  const index = filled(...rows)
  for (const each of rows) expect(index.get(each.record['alias'] as string)).toBe(each)
  expect(index.get('alias-1000')).toBeUndefined()
})

it('puts a row in the place of the one with its value', () => {
  const after = row('ada', 1)
  expect(filled(row('ada'), after).get('ada')).toBe(after)
})

it('leaves rows without a value out', () => {
  const index = filled(row(null))
  index.delete(null)
  expect(index.get('null')).toBeUndefined()
})

it('tells values with one hash apart', () => {
  const [one, other] = SAME_HASH
  const rows = [row(one, 1), row(other, 2)] as const
  const index = filled(...rows)
  expect([index.get(one), index.get(other)]).toEqual(rows)
  const replaced = row(one, 3)
  index.set(replaced)
  expect([index.get(one), index.get(other)]).toEqual([replaced, rows[1]])
  index.delete(one)
  expect([index.get(one), index.get(other)]).toEqual([undefined, rows[1]])
  index.delete(other)
  expect(index.get(other)).toBeUndefined()
})

it('is not changed by what its copy is', () => {
  const [one, other] = SAME_HASH
  const index = filled(row(one), row('ada'))
  const copy = index.clone()
  copy.set(row(other))
  copy.delete('ada')
  expect([index.get(other), index.get('ada')]).toEqual([undefined, row('ada')])
  expect([copy.get(one), copy.get(other), copy.get('ada')]).toEqual([row(one), row(other), undefined])
})
