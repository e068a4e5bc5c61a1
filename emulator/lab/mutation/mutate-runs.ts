import type { MutantOutcome } from './report.ts'

/** A mutant, whatever is broken by it. */
interface Broken {
  readonly id: string
  readonly clause: string
  readonly breaks: string
}

/** Who met a clause in the run without a mutant. */
export interface MetBy {
  readonly names: readonly string[]
  /** Test files; undefined where not all of them are known. */
  readonly files: readonly string[] | undefined
}

/** How a run of a suite ended. `said`: what it printed last. */
export interface RunEnd {
  readonly end: 'passed' | 'failed' | 'timeout' | 'stopped'
  readonly said: string
  /** Tests that failed, as far as they are known. */
  readonly noticedBy?: readonly string[]
}

export interface RunsOptions<M extends Broken> {
  readonly jobs: number
  /** A run that does not end in time has noticed the mutant. */
  readonly timeoutsKill: boolean
  /** No run begins once it is aborted. */
  readonly stop: AbortSignal
  run(mutant: M, met: MetBy): Promise<RunEnd>
  onMutant?(done: number, of: number): void
}

/** Runs a suite once for each mutant of a clause that it met, and says which runs failed. The outcomes keep the order of the mutants. */
export async function mutateRuns<M extends Broken>(
  mutants: readonly M[],
  met: ReadonlyMap<string, MetBy>,
  options: RunsOptions<M>,
): Promise<MutantOutcome[]> {
  const outcomes = mutants.map((mutant): MutantOutcome => undecided(mutant, met.get(mutant.clause)))
  const open = outcomes.flatMap(({ status }, place) => (status === 'undecided' ? [place] : []))
  const total = open.length
  let done = 0
  const work = async (): Promise<void> => {
    for (let place = open.shift(); place !== undefined && !options.stop.aborted; place = open.shift()) {
      outcomes[place] = await decided(outcomes[place]!, mutants[place]!, met.get(mutants[place]!.clause)!, options)
      options.onMutant?.(++done, total)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, total) }, work))
  return outcomes
}

function undecided({ id, clause, breaks }: Broken, met: MetBy | undefined): MutantOutcome {
  if (met === undefined) return { id, clause, breaks, status: 'unmet', metBy: [] }
  return {
    id,
    clause,
    breaks,
    status: 'undecided',
    metBy: met.names,
    ...(met.files !== undefined && { files: met.files }),
  }
}

async function decided<M extends Broken>(
  outcome: MutantOutcome,
  mutant: M,
  met: MetBy,
  { run, timeoutsKill }: RunsOptions<M>,
): Promise<MutantOutcome> {
  const { end, said, noticedBy = [] } = await run(mutant, met)
  if (end === 'stopped') return outcome
  if (end === 'passed') return { ...outcome, status: 'survived' }
  if (end === 'timeout' && !timeoutsKill) return { ...outcome, status: 'timeout' }
  const noticed = end === 'timeout' ? 'it did not end in time' : said
  return { ...outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) }
}
