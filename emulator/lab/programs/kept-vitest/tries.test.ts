import { describe, expect, it } from 'vitest'
import { maxRuns, Tries, type TryResult } from './tries.ts'

const ran = (isFailed: boolean, more: Partial<TryResult> = {}): TryResult => ({
  isFailed,
  isLate: false,
  isCarriedOut: true,
  said: '',
  ...more,
})

/** Plays a test: `fails` tells how a run with a mutant ends. Gives the mutants in force, run by run, and what was told. */
function play(mutants: readonly string[], fails: (mutant: string, run: number) => boolean | TryResult) {
  const told: string[] = []
  const tries = new Tries(mutants, {
    start: () => {},
    ended: (mutant, end) => told.push(`${mutant} ${end}`),
    dirty: () => told.push('dirty'),
    over: () => told.push('over'),
  })
  const runs: string[] = []
  let last: TryResult | undefined
  for (let mutant = tries.next(last); mutant !== undefined; mutant = tries.next(last)) {
    const how = fails(mutant, runs.push(mutant))
    last = typeof how === 'boolean' ? ran(how) : how
  }
  expect(runs.length).toBeLessThanOrEqual(maxRuns(mutants.length))
  return { runs: runs.join(' '), told }
}

describe('the runs of one test', () => {
  it('begin and end with nothing broken', () => {
    expect(play(['a', 'b'], () => false)).toEqual({ runs: 'none a b none', told: ['a passed', 'b passed'] })
  })

  it('count a failure only right after the test passed', () => {
    const { runs, told } = play(['a', 'b', 'c'], (mutant) => mutant === 'b')
    expect(runs).toBe('none a b none b none c none')
    expect(told).toEqual(['a passed', 'b killed', 'c passed'])
  })

  it('take no failure that the mutant before it left behind', () => {
    expect(play(['a', 'b'], (mutant, run) => mutant === 'b' && run === 3).told).toEqual(['a passed', 'b passed'])
  })

  it('end where the test fails unbroken', () => {
    expect(play(['a', 'b'], (mutant, run) => mutant === 'a' || run === 3)).toEqual({
      runs: 'none a none',
      told: ['a killed', 'dirty', 'over'],
    })
  })

  it('end where a test did not end, whose work may go on', () => {
    const late = ran(true, { isLate: true })
    expect(play(['a', 'b'], (mutant) => (mutant === 'a' ? late : false)).told).toEqual(['a killed', 'over'])
    expect(play(['a', 'b'], (mutant) => (mutant === 'b' ? late : false)).told).toEqual(['a passed', 'b late', 'over'])
  })

  it('tell of a mutant that broke nothing', () => {
    const idle = ran(false, { isCarriedOut: false })
    expect(play(['a'], (mutant) => (mutant === 'a' ? idle : false)).told).toEqual(['a idle'])
  })

  it('are no more than are asked for where all fail', () => {
    const mutants = Array.from({ length: 20 }, (_, n) => `m${n}`)
    expect(play(mutants, (mutant) => mutant !== 'none').told).toEqual(mutants.map((mutant) => `${mutant} killed`))
  })
})
