import { describe, expect, it } from 'vitest'
import { yieldToTimers } from '../engine/real-time.ts'
import type { Overlay } from '../engine/overlay.ts'
import type { MetBy, Seen } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { Notes } from '../runners/lab-folder.ts'
import type { TestRun } from '../subjects/test-runs.ts'
import { Deadline } from '../engine/deadline.ts'
import { wideLimits } from '../engine/client.ts'
import { isDoubtful, SuiteGroups } from '../subjects/suite-groups.ts'
import { tryMutants } from './try-mutants.ts'
import { countScore } from './report.ts'

const mutant = (id: string): Variant => ({
  id,
  says: 'does otherwise',
  statements: [id.replace(/\/\d+$/, '')],
  overlay: { settings: { broken: [id as never] } },
})

/** Parts of a run, with the mutants that changed an answer. */
interface Ended extends Partial<TestRun> {
  readonly end: TestRun['end']
  readonly carriedOut: Iterable<string>
  readonly noticedBy?: readonly string[]
}

const endRun = ({ carriedOut, noticedBy = [], ...rest }: Ended): TestRun => ({
  said: '',
  failures: noticedBy.map((name) => ({ name, message: rest.said ?? '' })),
  failedFiles: undefined,
  printed: '',
  notes: new Notes(Array.from(carriedOut, (id) => ({ carriedOut: id }))),
  ...rest,
})
const endings = { passed: 'succeeded', failed: 'failed', timeout: 'hung', stopped: 'failed' } as const
const seen = ({ end, said, failures, failedFiles, notes }: TestRun): Seen => ({
  end: endings[end],
  said,
  tests: { failures, ...(failedFiles !== undefined && { failedFiles }) },
  met: () => notes.met(),
  altered: () => notes.altered(),
})

interface Runs {
  readonly jobs: number
  readonly timeoutsKill: boolean
  readonly stop: AbortSignal
  readonly answers?: readonly (readonly string[])[]
  readonly tellsFiles?: boolean
  run(ids: readonly string[]): Promise<TestRun>
}

function tryRuns(variants: readonly Variant[], met: ReadonlyMap<string, MetBy>, options: Runs) {
  const { jobs, timeoutsKill, stop, answers = [], tellsFiles = false, run } = options
  const first: Seen = { end: 'succeeded', said: '', met: () => met, altered: () => new Set() }
  const baseline = { first, masks: new Set<string>(), tookMs: 1, answers, files: undefined }
  const subject = {
    name: 'tests',
    run: async ({ settings }: Overlay) => seen(await run(settings!.broken as readonly string[])),
  }
  const grouping = new SuiteGroups(baseline, tellsFiles)
  return tryMutants(
    {
      subject,
      baseline,
      deadline: new Deadline(undefined, stop),
      limits: () => wideLimits(1_000),
      plan: async () => ({ jobs, grouping, isDoubtful }),
    },
    variants,
    { timeoutsKill },
  )
}

const met = new Map<string, MetBy>([
  ['a', { names: ['t'], files: ['t'] }],
  ['b', { names: [], files: undefined }],
])
const ends = (ended: Readonly<Record<string, TestRun['end']>>) => ({
  jobs: 1,
  timeoutsKill: false,
  stop: new AbortController().signal,
  run: async ([id = '']: readonly string[]): Promise<TestRun> =>
    endRun({
      end: ended[id] ?? 'failed',
      said: ended[id] === 'timeout' ? 'it did not end in time' : 'exit code 1',
      carriedOut: new Set([id]),
    }),
})

describe('runs with mutants', () => {
  it('are decided by how they end', async () => {
    const outcomes = await tryRuns(['a', 'a/2', 'b', 'c'].map(mutant), met, ends({ a: 'passed', b: 'timeout' }))
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
    const outcomes = await tryRuns([mutant('b')], met, { ...ends({ b: 'timeout' }), timeoutsKill: true })
    expect(outcomes[0]).toMatchObject({ status: 'killed', noticed: 'it did not end in time' })
  })

  it('that are stopped decide nothing, and no other begins', async () => {
    const stop = new AbortController()
    const begun: string[] = []
    const run = async (ids: readonly string[]): Promise<TestRun> => {
      begun.push(...ids)
      stop.abort()
      return endRun({ end: 'stopped', said: '', carriedOut: new Set() })
    }
    const outcomes = await tryRuns(['a', 'a/2', 'b'].map(mutant), met, {
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
    const run = async (ids: readonly string[]): Promise<TestRun> => {
      most = Math.max(most, ++now)
      await yieldToTimers()
      now--
      return endRun({ end: 'passed', said: '', carriedOut: new Set(ids) })
    }
    await tryRuns(['a', 'a/2', 'a/3', 'b'].map(mutant), met, {
      jobs: 2,
      timeoutsKill: false,
      stop: new AbortController().signal,
      run,
    })
    expect(most).toBe(2)
  })

  describe('together', () => {
    const clauses = Array.from({ length: 24 }, (_, n) => `c${n}`)
    const metAll = new Map<string, MetBy>(clauses.map((id) => [id, { names: [], files: [id] }]))

    /** Runs that fail for these mutants, and what each of them ran. */
    const together = async (
      answers: readonly (readonly string[])[],
      killed: readonly string[],
      idle: readonly string[] = [],
    ) => {
      const ran: string[][] = []
      const outcomes = await tryRuns(clauses.map(mutant), metAll, {
        jobs: 1,
        timeoutsKill: false,
        stop: new AbortController().signal,
        answers,
        run: async (ids) => {
          ran.push([...ids])
          return endRun({
            end: ids.some((id) => killed.includes(id)) ? 'failed' : 'passed',
            said: '',
            carriedOut: new Set(ids.filter((id) => ids.length === 1 || !idle.includes(id))),
          })
        },
      })
      return { ran, killed: outcomes.filter(({ status }) => status === 'killed').map(({ id }) => id), outcomes }
    }
    const alone = clauses.map((id) => [id])

    it('mutants of different answers, once most runs pass', async () => {
      const { ran, outcomes } = await together(alone, [])
      expect(ran.length).toBeLessThan(clauses.length / 2)
      expect(outcomes.every(({ status }) => status === 'survived')).toBe(true)
    })

    it('are parted when a run fails', async () => {
      expect((await together(alone, ['c9', 'c20'])).killed).toEqual(['c9', 'c20'])
    })

    it('never mutants of one answer', async () => {
      const { ran } = await together([clauses], [])
      expect(ran).toEqual(alone)
    })

    it('tell nothing of a mutant that broke no answer: it runs alone', async () => {
      const { ran, outcomes } = await together(alone, [], ['c15'])
      expect(ran.at(-1)).toEqual(['c15'])
      expect(outcomes[15]?.status).toBe('survived')
    })
  })

  it('beside others count only where they broke an answer: another run can have answered for them', async () => {
    const ends: TestRun['end'][] = ['failed', 'passed']
    const outcomes = await tryRuns([mutant('a')], met, {
      jobs: 2,
      timeoutsKill: false,
      stop: new AbortController().signal,
      run: async () => endRun({ end: ends.shift()!, said: '', carriedOut: new Set<string>() }),
    })
    expect(outcomes[0]?.status).toBe('unshown')
    expect(ends).toEqual([])
  })

  describe('that tell which files failed', () => {
    const files = new Map<string, MetBy>(
      Object.entries({ a: ['f'], b: ['g'], c: ['h'], d: ['f', 'g'] }).map(([id, all]) => [
        id,
        { names: all, files: all },
      ]),
    )
    async function decide(failing: Readonly<Record<string, readonly string[]>>, ids: readonly string[]) {
      const runs: string[] = []
      const outcomes = await tryRuns(ids.map(mutant), files, {
        jobs: 1,
        timeoutsKill: false,
        stop: new AbortController().signal,
        tellsFiles: true,
        run: async (together) => {
          runs.push(together.join(' '))
          const failed = [...new Set(together.flatMap((id) => failing[id] ?? []))]
          return endRun({
            end: failed.length > 0 ? 'failed' : 'passed',
            said: 'exit code 1',
            carriedOut: new Set(together),
            failedFiles: failed.length > 0 ? failed : undefined,
            noticedBy: failed.map((file) => `${file} > a test`),
          })
        },
      })
      return { runs, outcomes, statuses: outcomes.map(({ id, status }) => `${id} ${status}`) }
    }

    it('have all mutants that no file met together, and no run more where one fails', async () => {
      const { runs, outcomes, statuses } = await decide({ b: ['g'] }, ['a', 'b', 'c', 'd'])
      expect(runs).toEqual(['a b c', 'd'])
      expect(statuses).toEqual(['a survived', 'b killed', 'c survived', 'd survived'])
      expect(outcomes[1]!.noticedBy).toEqual(['g > a test'])
    })

    it('are parted where a file fails that none of their mutants was met in', async () => {
      const { runs, statuses } = await decide({ b: ['other'] }, ['a', 'b', 'c'])
      expect(runs).toEqual(['a b c', 'a b', 'a', 'b', 'c'])
      expect(statuses).toEqual(['a survived', 'b killed', 'c survived'])
    })
  })
})
