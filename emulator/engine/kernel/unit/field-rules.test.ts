import { expect, test } from 'vitest'
import { brokenRule, type FieldRule } from './field-rules.ts'

const rules: readonly FieldRule[] = [
  { oneOf: ['org', 'schedule'] },
  { field: 'kind', is: 'edge', needs: ['from', 'to'], reason: 'an edge needs it' },
  { field: 'kind', is: 'node', refuses: ['from', 'to'], reason: 'only an edge has it' },
]

test.each([
  [{ org: 'a' }, undefined],
  [{ org: 'a', schedule: undefined, kind: 'edge', from: '1', to: '2' }, undefined],
  [{ schedule: 'a', kind: 'node' }, undefined],
  [{ schedule: 'a', kind: 'other', from: 1 }, undefined],
  [{}, "expected either 'org' or 'schedule', and not both"],
  [{ org: 'a', schedule: 'b' }, "expected either 'org' or 'schedule', and not both"],
  [{ org: 'a', kind: 'edge', from: '1' }, "'to': an edge needs it."],
  [{ org: 'a', kind: 'node', to: '1' }, "'to': only an edge has it."],
])('%j', (body, broken) => {
  expect(brokenRule(rules, body)).toBe(broken)
})

test('a choice of more than two names them all, and a case may ask for nothing', () => {
  expect(brokenRule([{ oneOf: ['a', 'b', 'c'] }], { a: 1, b: 1 })).toBe(
    "expected either 'a' or 'b' or 'c', and not more",
  )
  const bare: readonly FieldRule[] = [{ field: 'kind', is: 'edge', reason: 'never' }]
  expect(brokenRule(bare, { kind: 'edge' })).toBeUndefined()
})
