import { describe, expect, it } from 'vitest'
import { Coverage } from './coverage.ts'
import { findPosition } from './statements.ts'
import { CitationSet } from './citation-set.ts'

// A separate set, because the common one caches the citations of other tests in this worker, up to its bound.
const start = new CitationSet()

describe('a set of citations', () => {
  it('is shared by answers that rest on the same statements in the same order', () => {
    const one = start.with('user.has-name').with('A-14')
    start.with('user.has-alias').with('A-14')
    expect(start.with('user.has-name').with('A-14')).toBe(one)
    expect(start.with('A-14').with('user.has-name')).not.toBe(one)
    expect(one.positions).toEqual([findPosition('user.has-name'), findPosition('A-14')])
  })

  it('holds each statement once, so that marking one again and again leads nowhere', () => {
    const one = start.with('user.has-name').with('user.has-alias')
    expect(one.with('user.has-name')).toBe(one)
    expect(one.with('user.has-alias')).toBe(one)
    expect(one.with(['user.has-name', 'user.has-alias'])).toBe(one)
    expect(one.with(['user.has-name', 'A-14']).positions).toEqual([...one.positions, findPosition('A-14')])
    expect(one.with(['A-14']).positions).toEqual([...one.positions, findPosition('A-14')])
  })

  it('leads to the same ones again, however often another step lay between', () => {
    const fresh = start.with('A-20').with('A-21')
    const one = fresh.with('A-14')
    const other = fresh.with('A-15')
    for (let time = 0; time < 2; time++) expect([fresh.with('A-14'), fresh.with('A-15')]).toEqual([one, other])
    expect(fresh.with('A-14')).toBe(one)
    expect(fresh.with('A-15')).toBe(other)
  })

  it('is right and no longer shared beyond its bound', () => {
    const first = new CitationSet([], { steps: 1 })
    const one = first.with('user.has-name')
    expect(first.with('user.has-name')).toBe(one)
    expect(one.with('A-14')).not.toBe(one.with('A-14'))
    expect(one.with('A-14').positions).toEqual([findPosition('user.has-name'), findPosition('A-14')])
  })

  it('goes on counting after it was asked, and starts anew after a reset', () => {
    const coverage = new Coverage()
    const citations = start.with('user.has-name')
    for (let count = 1; count < 4; count++) {
      coverage.answered(citations)
      expect(coverage.count('user.has-name')).toBe(count)
    }
    coverage.answered(citations)
    coverage.reset()
    coverage.answered(citations)
    expect(coverage.count('user.has-name')).toBe(1)
  })

  it('counts answers, whichever way they came', () => {
    const coverage = new Coverage()
    const unit = ['user.has-name', 'A-14'] as const
    coverage.answered(start.with('user.has-name'))
    for (let time = 0; time < 2; time++) coverage.answered(start.with('user.has-alias').with(unit))
    start.with('A-15')
    expect(coverage.count('user.has-name')).toBe(3)
    expect(coverage.count('A-14')).toBe(2)
    expect(coverage.count('A-15')).toBe(0)
    expect(new Coverage().count('user.has-name')).toBe(0)
    const { clauses, assumptions } = coverage.report()
    expect([clauses.exercised, assumptions.exercised]).toEqual([2, 1])
    coverage.reset()
    expect(coverage.count('user.has-name')).toBe(0)
  })
})
