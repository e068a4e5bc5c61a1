import { describe, expect, it } from 'vitest'
import type { MutantOutcome } from '../../mutation/report.ts'
import type { Batch, BatchEnd, Place, TryOutcome, Waiting } from './batch.ts'
import { tryTests } from './try-tests.ts'

const waiting = (id: string, ...places: Place[]): Waiting => ({
  outcome: { id, clause: id, breaks: 'does otherwise', status: 'undecided', metBy: [] },
  places,
})
const at = (file: string, ...tests: string[]): Place => ({ file, tests: tests.length === 0 ? undefined : tests })
const clean = (tries: readonly TryOutcome[]): BatchEnd => ({ tries, isClean: true, failure: undefined })

/** Outcomes of tries, each decided by `end`. */
const each = (batch: Batch, end: (test: string, mutant: string) => TryOutcome['end'] | undefined): TryOutcome[] =>
  'whole' in batch
    ? []
    : [...batch.tries].flatMap(([test, mutants]) =>
        mutants.flatMap((mutant) => {
          const how = end(test, mutant)
          return how === undefined ? [] : [{ test, mutant, end: how, said: 'so' }]
        }),
      )

async function decide(all: readonly Waiting[], run: (batch: Batch) => BatchEnd, jobs = 1) {
  const batches: Batch[] = []
  const told: string[] = []
  const stateful: string[] = []
  const outcomes = await tryTests(all, {
    jobs,
    mayJoin: async () => true,
    timeoutsKill: false,
    stop: new AbortController().signal,
    run: async (batch) => {
      batches.push(batch)
      await new Promise((resolve) => setImmediate(resolve))
      return run(batch)
    },
    nameTest: (id) => `test ${id}`,
    mayShare: ({ id: one }, { id: other }) => !`${one}${other}`.includes('x'),
    onDecided: ({ id }) => told.push(id),
    onStateful: (file) => stateful.push(file),
  })
  expect(told.toSorted()).toEqual(outcomes.map(({ id }) => id).toSorted())
  return { batches, outcomes, stateful, statuses: outcomes.map(({ status }: MutantOutcome) => status) }
}

describe('tries of tests', () => {
  it('have many mutants in one run of a file, and end with the first test that notices', async () => {
    const all = ['a', 'b', 'c'].map((id) => waiting(id, at('f', 't1', 't2', 't3')))
    const { batches, outcomes } = await decide(all, (batch) =>
      clean(each(batch, (test, mutant) => (mutant === 'a' || test === 't3' ? 'killed' : 'passed'))),
    )
    expect(outcomes.map(({ id, status, noticedBy }) => `${id} ${status} ${noticedBy?.join()}`)).toEqual([
      'a killed test t1',
      'b killed test t3',
      'c killed test t3',
    ])
    expect(batches).toHaveLength(2)
  })

  it('tell a mutant that a test noticed before the run ends, and once', async () => {
    const told: string[] = []
    const toldInRuns: string[][] = []
    await tryTests(
      ['a', 'b'].map((id) => waiting(id, at('f', 't1'))),
      {
        jobs: 1,
        mayJoin: async () => true,
        timeoutsKill: false,
        stop: new AbortController().signal,
        run: async (batch, onTry) => {
          const tries = each(batch, (_, mutant) => (mutant === 'a' ? 'killed' : 'passed'))
          tries.forEach(onTry)
          toldInRuns.push([...told])
          return clean(tries)
        },
        nameTest: (id) => `test ${id}`,
        mayShare: () => true,
        onDecided: ({ id, status, noticedBy = [] }) => told.push(`${id} ${status} ${noticedBy.join()}`.trim()),
        onStateful: () => {},
      },
    )
    expect(toldInRuns[0]).toEqual(['a killed test t1'])
    expect(told).toEqual(['a killed test t1', 'b survived'])
  })

  it('let a mutant survive only after each of its tests, in each of its files', async () => {
    const tried: string[] = []
    const { statuses } = await decide([waiting('a', at('f', 't1', 't2'), at('g', 't3'))], (batch) =>
      clean(each(batch, (test) => (tried.push(test), 'passed'))),
    )
    expect(statuses).toEqual(['survived'])
    expect(tried.toSorted()).toEqual(['t1', 't2', 't3'])
  })

  it('let mutants survive only where the whole file passes, too, in which all may be in force that break different answers', async () => {
    const all = ['a', 'b', 'c', 'd', 'x', 'e'].map((id) => waiting(id, at('f', 't1')))
    const { batches, statuses } = await decide(all, (batch) => {
      if ('tries' in batch) return clean(each(batch, () => 'passed'))
      return { ...clean([]), failure: batch.whole.includes('d') ? { by: ['t9'], said: 'so' } : undefined }
    })
    expect(statuses).toEqual(['survived', 'survived', 'survived', 'killed', 'survived', 'survived'])
    expect(batches.flatMap((batch) => ('whole' in batch ? [batch.whole.join('')] : []))).toEqual([
      'abcde',
      'ab',
      'cd',
      'c',
      'd',
      'x',
      'e',
    ])
  })

  it('run the whole file for a mutant that was met outside of tests, or broke nothing', async () => {
    const { batches, statuses } = await decide([waiting('a', at('f')), waiting('b', at('f', 't1'))], (batch) =>
      'whole' in batch && batch.whole[0] === 'a'
        ? { ...clean([]), failure: { by: [], said: 'so' } }
        : clean(each(batch, () => 'idle')),
    )
    expect(statuses).toEqual(['killed', 'survived'])
    expect(batches.filter((batch) => 'whole' in batch)).toEqual([
      { file: 'f', whole: ['a'] },
      { file: 'f', whole: ['b'] },
    ])
  })

  it('are halved where something fails outside of tests, until the mutant is alone', async () => {
    const all = ['a', 'b', 'c', 'd'].map((id) => waiting(id, at('f', 't1')))
    const { statuses } = await decide(all, (batch) => {
      if ('whole' in batch)
        return { ...clean([]), failure: batch.whole.includes('c') ? { by: [], said: 'so' } : undefined }
      const tries = each(batch, () => 'passed')
      return { ...clean(tries), isClean: !tries.some(({ mutant }) => mutant === 'c') }
    })
    expect(statuses).toEqual(['survived', 'survived', 'killed', 'survived'])
  })

  it('are tried again where a run was cut short, first in it where the test did not end', async () => {
    let run = 0
    const all = ['a', 'b'].map((id) => waiting(id, at('f', 't1')))
    const { batches, statuses } = await decide(all, (batch) => {
      const isFirst = run++ === 0
      return clean(each(batch, (_, mutant) => (!isFirst ? 'killed' : mutant === 'a' ? 'late' : undefined)))
    })
    expect(statuses).toEqual(['killed', 'killed'])
    expect(batches).toHaveLength(3)
  })

  it('are none where the tests of a file depend on their order: it runs whole for each mutant, and is told once', async () => {
    const all = ['a', 'b', 'c'].map((id) => waiting(id, at('f', 't1', 't2')))
    const { batches, statuses, stateful } = await decide(
      all,
      (batch) =>
        'whole' in batch
          ? { ...clean([]), failure: batch.whole.includes('b') ? { by: ['t2'], said: 'so' } : undefined }
          : { ...clean([]), isStateful: true },
      2,
    )
    expect(statuses).toEqual(['survived', 'killed', 'survived'])
    expect(stateful).toEqual(['f'])
    expect(batches.filter((batch) => 'whole' in batch)).toHaveLength(3)
  })

  it('come to an end where runs come to nothing', async () => {
    const { statuses } = await decide([waiting('a', at('f', 't1'))], () => clean([]))
    expect(statuses).toEqual(['survived'])
  })

  it('hang for the mutant that was in force', async () => {
    const { statuses } = await decide([waiting('a', at('f', 't1')), waiting('b', at('f', 't1'))], (batch) => {
      const tries = each(batch, (_, mutant) => (mutant === 'a' ? undefined : 'passed'))
      return 'tries' in batch && batch.tries.get('t1')!.includes('a')
        ? { ...clean(tries), hung: { mutant: 'a' } }
        : clean(tries)
    })
    expect(statuses).toEqual(['timeout', 'survived'])
  })

  it('of one file are shared by the workers', async () => {
    const all = ['a', 'b', 'c', 'd'].map((id) => waiting(id, at('f', 't1')))
    const { batches } = await decide(all, (batch) => clean(each(batch, () => 'killed')), 2)
    expect(batches.map((batch) => ('tries' in batch ? batch.tries.get('t1') : []))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
})
