import { expect, it } from 'vitest'
import { formatShare, reaches } from './share.ts'

it.each([
  [1_999, 2_000, '99.9 %'],
  [2_000, 2_000, '100.0 %'],
  [1, 2_000, '0.0 %'],
  [57, 100, '57.0 %'],
  [2, 3, '66.6 %'],
  [0, 0, '100.0 %'],
])('says %d of %d as %s', (part, of, text) => expect(formatShare(part, of)).toBe(text))

it('says each whole number of percent as it is', () => {
  for (let part = 0; part <= 100; part++) expect(formatShare(part, 100)).toBe(`${part}.0 %`)
})

it.each([
  [57, 100, 57, true],
  [29, 50, 58, true],
  [1_999, 2_000, 100, false],
  [1_999, 2_000, 99.95, true],
  [0, 0, 100, true],
])('%d of %d reach %d percent: %s', (part, of, min, reached) => expect(reaches(part, of, min)).toBe(reached))
