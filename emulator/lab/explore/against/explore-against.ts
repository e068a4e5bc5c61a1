import { contractStamp } from '../../../contract/stamp.ts'
import type { Emulator } from '../../../host/emulator.ts'
import { Deadline } from '../../engine/deadline.ts'
import { WorldSubject } from '../../engine/world-subject.ts'
import { worldDifferences } from '../../engine/canonical.ts'
import { Exploration, type AllRun, type JudgedRun } from '../exploration.ts'
import { readMilliseconds } from '../../engine/read-milliseconds.ts'
import { runEach, type Progress } from '../run-all.ts'
import type { Client } from '../../engine/client.ts'
import type { ComparedOptions } from './against-options.ts'
import { compareBaselines, compareOne, compareRuns, type Both, type DifferenceKind } from './compare-releases.ts'
import { gatherDifferences, type FoundDifference } from './gather-differences.ts'
import { describeCalls, nameReleases } from './release-sentences.ts'
import type { ReleasesReport } from './releases-report.ts'

/** Runs two releases of a client under the same failures, each in a world of its own, and compares what they do. */
export async function exploreAgainst(
  clients: Both<Client>,
  base: Emulator,
  options: ComparedOptions,
  progress: Progress = {},
): Promise<ReleasesReport> {
  const budget = readMilliseconds('budget', options.budget, 0)
  const whole = new Deadline(budget, progress.stop)
  const half = (): Deadline => new Deadline(budget === undefined ? undefined : budget / 2, progress.stop)
  try {
    const begin = (client: Client) =>
      Exploration.begin(new WorldSubject(client, base), { ...options, keepsCalls: true }, whole)
    const explorations = { old: await begin(clients.old), new: await begin(clients.new) }
    const runs = await runBoth(explorations, options, progress, half)
    return await new Releases(explorations, runs, progress).report()
  } finally {
    whole.close()
  }
}

/** Runs all experiments with one client, then with the other. Each gets half of the budget. */
async function runBoth(
  explorations: Both<Exploration>,
  options: ComparedOptions,
  progress: Progress,
  half: () => Deadline,
): Promise<Both<AllRun>> {
  const counts = { old: explorations.old.experiments().length, new: explorations.new.experiments().length }
  const of = counts.old + counts.new
  const run = async (side: keyof typeof counts, before: number): Promise<AllRun> => {
    const deadline = half()
    const onJudged: Progress['onJudged'] = (done, _, rejected) => progress.onJudged?.(before + done, of, rejected)
    return runEach(explorations[side], options, { ...progress, onJudged }, deadline).finally(() => deadline.close())
  }
  return { old: await run('old', 0), new: await run('new', counts.old) }
}

class Releases {
  readonly #explorations: Both<Exploration>
  readonly #runs: Both<AllRun>
  readonly #judged: Both<ReadonlyMap<string, JudgedRun>>
  readonly #stop: AbortSignal | undefined

  constructor(explorations: Both<Exploration>, runs: Both<AllRun>, { stop }: Progress) {
    this.#explorations = explorations
    this.#runs = runs
    const byId = ({ judged }: AllRun) => new Map(judged.map((each) => [each.experiment.id, each]))
    this.#judged = { old: byId(runs.old), new: byId(runs.new) }
    this.#stop = stop
  }

  async report(): Promise<ReleasesReport> {
    const found = [...(await this.#inBoth()), ...this.#inOne('new'), ...this.#inOne('old')]
    const names = nameReleases(this.#names)
    const gather = (kind: DifferenceKind) =>
      gatherDifferences(
        found.filter((each) => each.kind === kind),
        names,
        kind,
      )
    return {
      contract: contractStamp(),
      subject: this.#names.new,
      against: this.#names.old,
      experiments: this.#pairs().length,
      worse: gather('worse'),
      otherwise: gather('otherwise'),
      better: gather('better'),
      notes: this.#notes(names),
    }
  }

  get #names(): Both<string> {
    return { old: this.#explorations.old.subject.name, new: this.#explorations.new.subject.name }
  }

  #pairs(): Both<JudgedRun>[] {
    return this.#runs.new.judged.flatMap((judged) => {
      const old = this.#judged.old.get(judged.experiment.id)
      return old === undefined ? [] : [{ old, new: judged }]
    })
  }

  async #inBoth(): Promise<FoundDifference[]> {
    const found: FoundDifference[] = []
    for (const pair of this.#pairs()) {
      const difference = compareRuns(this.#explorations, pair)
      if (difference === undefined) continue
      const certain = difference.kind === 'better' ? { ...difference, judged: pair } : await this.#confirmed(pair)
      if (certain !== undefined) found.push(certain)
    }
    return found
  }

  /** Repeats an experiment with both clients, alone: runs beside others may end otherwise. */
  async #confirmed({ old, new: next }: Both<JudgedRun>): Promise<FoundDifference | undefined> {
    if (this.#stop?.aborted === true) return undefined
    const judged = {
      old: await this.#explorations.old.run(old.experiment),
      new: await this.#explorations.new.run(next.experiment),
    }
    const difference = compareRuns(this.#explorations, judged)
    return difference === undefined ? undefined : { ...difference, judged }
  }

  /** Failures of calls that only one of the clients makes. */
  #inOne(side: 'old' | 'new'): FoundDifference[] {
    const other = side === 'old' ? 'new' : 'old'
    const known = new Set(this.#explorations[other].experiments().map(({ id }) => id))
    return this.#runs[side].judged.flatMap((judged) => {
      const kind = known.has(judged.experiment.id) ? undefined : compareOne(judged, side)
      if (kind === undefined) return []
      return [
        { kind, calls: [], repeated: { old: 0, new: 0 }, judged: { old: undefined, new: undefined, [side]: judged } },
      ]
    })
  }

  #notes(names: Both<string>): string[] {
    const { old, new: next } = this.#explorations
    const calls = compareBaselines(this.#explorations)
    const records = worldDifferences(old.begun.first.world, next.begun.first.world)
    const left = [this.#runs.old, this.#runs.new].map((run) => Object.values(run.left).reduce((a, b) => a + b, 0))
    return [
      ...calls.map((each) => `without a failure, ${describeCalls(each, names)}`),
      ...(records.length > 0
        ? [`without a failure, ${names.new} leaves other records than ${names.old}: ${records.slice(0, 2).join('; ')}`]
        : []),
      ...(left.some((count) => count > 0)
        ? [`not run, for lack of time: ${left[0]} experiments with ${names.old}, ${left[1]} with ${names.new}`]
        : []),
      ...(this.#pairs().length === 0 ? ['no experiment was run with both: nothing was compared'] : []),
    ]
  }
}
