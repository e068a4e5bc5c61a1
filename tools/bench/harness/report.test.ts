import { describe, expect, it } from 'vitest'
import type { Measure } from './measure.ts'
import { table, verdict, type Outcome } from './report.ts'

const outcome = (measures: Measure[], failure?: string): Outcome => ({
  name: 'http',
  about: '',
  measures,
  ...(failure !== undefined && { failure }),
})
const held: Measure = { what: 'GET', value: 0.7, unit: 'x', atLeast: 0.6 }
const missed: Measure = { what: 'a page', value: 0.2, unit: 'x', atLeast: 0.3 }
const unbounded: Measure = { what: 'requests per second', value: 0.1, unit: 'x' }

describe('verdict', () => {
  it.each<[string, Outcome[], boolean, number]>([
    ['every bound held', [outcome([held, unbounded])], false, 0],
    ['a bound missed', [outcome([held, missed])], false, 1],
    ['a bound missed in a quick run', [outcome([missed])], true, 0],
    ['a benchmark that failed', [outcome([], 'expected 200')], false, 1],
    ['a benchmark that failed in a quick run', [outcome([held], 'expected 200')], true, 1],
    ['a measure that is no number', [outcome([{ ...held, value: NaN }])], false, 1],
  ])('%s', (_, outcomes, quick, exitCode) => {
    expect(verdict(outcomes, quick).exitCode).toBe(exitCode)
  })

  it('says that a quick run is none', () => {
    expect(verdict([outcome([held])], true).text).toContain('no verdict')
    expect(verdict([outcome([held, missed])], false).text).toBe('1 bounds held, 1 missed, 0 benchmarks failed')
  })
})

describe('table', () => {
  it('has measured, bound and verdict of each bounded line', () => {
    expect(table([outcome([held, missed, unbounded]), outcome([], 'expected 200\n at …')])).toBe(
      [
        'line                measured  bound         verdict',
        'http: GET           0.70 x    at least 0.6  held',
        'http: a page        0.20 x    at least 0.3  MISSED',
        'http: expected 200                          FAILED',
      ].join('\n'),
    )
  })
})
