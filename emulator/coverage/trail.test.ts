import { describe, expect, it } from 'vitest'
import { Coverage } from './coverage.ts'
import { positionOf } from './statements.ts'
import { noTrail as start } from './trail.ts'

describe('a trail', () => {
  it('is shared by answers that rest on the same statements in the same order', () => {
    const one = start.then('user.has-name').then('A-14')
    start.then('user.has-alias').then('A-14')
    expect(start.then('user.has-name').then('A-14')).toBe(one)
    expect(start.then('A-14').then('user.has-name')).not.toBe(one)
    expect(one.positions).toEqual([positionOf('user.has-name'), positionOf('A-14')])
  })

  it('holds each statement once, so that marking one again and again leads nowhere', () => {
    const one = start.then('user.has-name').then('user.has-alias')
    expect(one.then('user.has-name')).toBe(one)
    expect(one.then('user.has-alias')).toBe(one)
    expect(one.then(['user.has-name', 'user.has-alias'])).toBe(one)
    expect(one.then(['user.has-name', 'A-14']).positions).toEqual([...one.positions, positionOf('A-14')])
    expect(one.then(['A-14', 'A-14']).positions).toEqual([...one.positions, positionOf('A-14')])
  })

  it('leads to the same ones again, however often another step lay between', () => {
    const fresh = start.then('A-58').then('A-59')
    const one = fresh.then('A-14')
    const other = fresh.then('A-15')
    for (let time = 0; time < 2; time++) expect([fresh.then('A-14'), fresh.then('A-15')]).toEqual([one, other])
    expect(fresh.then('A-14')).toBe(one)
    expect(fresh.then('A-15')).toBe(other)
  })

  it('goes on counting after it was asked, and starts anew after a reset', () => {
    const coverage = new Coverage()
    const trail = start.then('user.has-name')
    for (let count = 1; count < 4; count++) {
      coverage.answered(trail)
      expect(coverage.count('user.has-name')).toBe(count)
    }
    coverage.answered(trail)
    coverage.reset()
    coverage.answered(trail)
    expect(coverage.count('user.has-name')).toBe(1)
  })

  it('counts answers, whichever way they came', () => {
    const coverage = new Coverage()
    const unit = ['user.has-name', 'A-14'] as const
    coverage.answered(start.then('user.has-name'))
    for (let time = 0; time < 2; time++) coverage.answered(start.then('user.has-alias').then(unit))
    start.then('A-15')
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
