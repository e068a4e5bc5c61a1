import { expect, it } from 'vitest'
import { countFitting, isFound, listColumns, measureColumns, parseOrder, shortText, sorted } from './records.ts'

const records = [
  { id: 'c', alias: 'run-10', n: 2, created_at: 'x', org_id: 'o1', kind: null },
  { id: 'a', alias: 'run-2', n: 10, created_at: 'x', org_id: 'o2', kind: 'b' },
  { id: 'b', alias: 'other', n: 2, created_at: 'x', org_id: 'o1', kind: 'a' },
]

it('puts first what tells records apart, and times last', () => {
  expect(listColumns(records)).toEqual(['alias', 'n', 'kind', 'id', 'org_id', 'created_at'])
})

it('finds every word, and words of one field', () => {
  const found = (search: string) => records.filter(isFound(search)).map(({ id }) => id)
  expect(found('RUN')).toEqual(['c', 'a'])
  expect(found('run o1')).toEqual(['c'])
  expect(found('org_id:o1')).toEqual(['c', 'b'])
  expect(found('alias:o1')).toEqual([])
  expect(found('nothing:run')).toEqual([])
})

it('sorts numbers as numbers, keeps the order of equals, and puts nothing last', () => {
  const by = (order: string) => sorted(records, parseOrder(order)).map(({ id }) => id)
  expect(by('n')).toEqual(['c', 'b', 'a'])
  expect(by('-n')).toEqual(['a', 'c', 'b'])
  expect(by('kind')).toEqual(['b', 'a', 'c'])
  expect(by('-kind')).toEqual(['a', 'b', 'c'])
  expect(sorted(records, parseOrder(''))).toBe(records)
})

it('finds what a record refers to by its alias', () => {
  const findIdsByAlias = (word: string) => (word === 'acme' ? ['o1'] : [])
  const found = (search: string) => records.filter(isFound(search, findIdsByAlias)).map(({ id }) => id)
  expect(found('acme')).toEqual(['c', 'b'])
  expect(found('org_id:acme other')).toEqual(['b'])
  expect(found('alias:acme')).toEqual([])
})

it('measures columns by what they show', () => {
  expect(measureColumns(['alias'], records)).toEqual([8])
  expect(measureColumns(['org_id'], records, () => 'a-long-alias')).toEqual([13])
})

it('counts the columns that fit, and never none', () => {
  expect([0, 99, 100, 349, 350, Infinity].map((room) => countFitting([100, 100, 150], room))).toEqual([
    1, 1, 1, 2, 3, 3,
  ])
})

it('shortens times, and nothing that only looks like one', () => {
  expect(['2026-01-01T00:00:02.003Z', '2026-01-01', 'at 2026-01-01T00:00:02Z', null].map(shortText)).toEqual([
    '2026-01-01 00:00:02',
    '2026-01-01',
    'at 2026-01-01T00:00:02Z',
    '–',
  ])
})
