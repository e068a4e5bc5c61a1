import { expect, it } from 'vitest'
import { clauses } from './clauses.ts'
import { compareContracts, describeChange, type StatedRow } from './changes.ts'

const row = (id: string, statement: string, history: Partial<StatedRow> = {}): StatedRow => ({
  id,
  statement,
  ...history,
})

it('finds no change between a contract and itself', () => {
  expect(compareContracts(clauses, clauses)).toEqual([])
})

it('tells each kind of change, with both wordings and the effect', () => {
  const before = [row('a.kept', 'Stays.'), row('a.old', 'Says.'), row('a.ends', 'Ends.'), row('a.gone', 'Went.')]
  const after = [
    row('a.kept', 'Stays.', { since: '1.1.0', effect: 'narrows' }),
    row('a.new', 'Says more.', { was: ['a.older', 'a.old'], since: '1.1.0', effect: 'widens' }),
    row('a.ends', 'Ends.', { until: '2.0.0' }),
    row('a.came', 'Came.', { since: '1.1.0' }),
  ]
  expect(compareContracts(before, after)).toEqual([
    { kind: 'changed', id: 'a.kept', before: 'Stays.', now: 'Stays.', effect: 'narrows' },
    { kind: 'changed', id: 'a.new', was: 'a.old', before: 'Says.', now: 'Says more.', effect: 'widens' },
    { kind: 'deprecated', id: 'a.ends', before: 'Ends.', now: 'Ends.', until: '2.0.0' },
    { kind: 'added', id: 'a.came', now: 'Came.' },
    { kind: 'removed', id: 'a.gone', before: 'Went.' },
  ])
  expect(compareContracts([row('a.old', 'Says.')], [row('a.new', 'Says.', { was: ['a.old'] })])).toEqual([
    { kind: 'renamed', id: 'a.new', was: 'a.old', before: 'Says.', now: 'Says.' },
  ])
})

it('is told in lines, once where both wordings are one', () => {
  const change = {
    kind: 'changed',
    id: 'a.b',
    was: 'a.c',
    before: 'Says.',
    now: 'Says more.',
    effect: 'narrows',
  } as const
  expect(describeChange(change)).toEqual(['changed: a.b (narrows; was a.c)', 'before: Says.', 'now: Says more.'])
  expect(describeChange({ kind: 'removed', id: 'a.b', before: 'Says.' })).toEqual(['removed: a.b', 'Says.'])
  expect(describeChange({ kind: 'deprecated', id: 'a.b', before: 'Says.', now: 'Says.', until: '2.0.0' })).toEqual([
    'deprecated: a.b (until 2.0.0)',
    'Says.',
  ])
})
