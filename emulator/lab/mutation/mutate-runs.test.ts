import { describe, expect, it } from 'vitest'
import type { NamedMutant } from '../../contract/mutants.ts'
import { omit } from '../../contract/mutation.ts'
import { mutateRuns, type MetBy, type RunEnd } from './mutate-runs.ts'
import { countScore } from './report.ts'

const mutant = (id: string): NamedMutant => ({
  id,
  clause: id.replace(/\/\d+$/, ''),
  breaks: 'does otherwise',
  by: omit('x'),
})
const met = new Map<string, MetBy>([
  ['a', { names: ['t'], files: ['t'] }],
  ['b', { names: [], files: undefined }],
])
const ends = (ended: Readonly<Record<string, RunEnd['end']>>) => ({
  jobs: 1,
  timeoutsKill: false,
  stop: new AbortController().signal,
  run: ({ id }: NamedMutant) => Promise.resolve({ end: ended[id] ?? 'failed', said: 'exit code 1' } as RunEnd),
})

describe('runs with mutants', () => {
  it('are decided by how they end', async () => {
    const outcomes = await mutateRuns(['a', 'a/2', 'b', 'c'].map(mutant), met, ends({ a: 'passed', b: 'timeout' }))
    expect(outcomes.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a survived',
      'a/2 killed',
      'b timeout',
      'c unmet',
    ])
    expect(outcomes[1]).toMatchObject({ metBy: ['t'], files: ['t'], noticed: 'exit code 1' })
    expect(countScore({ outcomes }).percent).toBeCloseTo(100 / 3)
  })

  it('count as noticed without an end only where that is said', async () => {
    const outcomes = await mutateRuns([mutant('b')], met, { ...ends({ b: 'timeout' }), timeoutsKill: true })
    expect(outcomes[0]).toMatchObject({ status: 'killed', noticed: 'it did not end in time' })
  })

  it('that are stopped decide nothing, and no other begins', async () => {
    const stop = new AbortController()
    const begun: string[] = []
    const run = async ({ id }: NamedMutant): Promise<RunEnd> => {
      begun.push(id)
      stop.abort()
      return { end: 'stopped', said: '' }
    }
    const outcomes = await mutateRuns(['a', 'a/2', 'b'].map(mutant), met, {
      jobs: 1,
      timeoutsKill: false,
      stop: stop.signal,
      run,
    })
    expect(begun).toEqual(['a'])
    expect(outcomes.map(({ status }) => status)).toEqual(['undecided', 'undecided', 'undecided'])
    expect(countScore({ outcomes })).toMatchObject({ undecided: 3, killed: 0, percent: 0 })
  })

  it('are as many at a time as there are jobs', async () => {
    let now = 0
    let most = 0
    const run = async (): Promise<RunEnd> => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      now--
      return { end: 'passed', said: '' }
    }
    await mutateRuns(['a', 'a/2', 'a/3', 'b'].map(mutant), met, {
      jobs: 2,
      timeoutsKill: false,
      stop: new AbortController().signal,
      run,
    })
    expect(most).toBe(2)
  })
})
