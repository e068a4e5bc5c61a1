import type { Memory } from '../engine/memory.ts'
import { nothingMet } from '../engine/subject.ts'
import type { Exploration, JudgedRun } from './exploration.ts'
import type { Experiment } from './experiment.ts'
import { isRejected } from './findings.ts'
import type { ExploreOptions } from './options.ts'
import type { ExperimentReport } from './report.ts'

/** Finds the experiments whose verdicts in an earlier report stand, by their ids, as if they had been run. */
export async function recallRuns(
  memory: Memory,
  { begun }: Exploration,
  experiments: readonly Experiment[],
  options: ExploreOptions & { readonly savesFindings?: boolean | undefined },
): Promise<ReadonlyMap<string, JudgedRun>> {
  // One experiment alone shows its calls. A second fault is tried at the calls of a run, and a scenario is made of them.
  const mayStand = (report: ExperimentReport, experiment: Experiment): boolean =>
    options.case === undefined &&
    (isRejected(recallRun(experiment, report), options) ? options.savesFindings !== true : options.depth !== 2)
  const found = await memory.find('explore', experiments, { subject: begun.subject, baseline: begun }, mayStand)
  return new Map(
    experiments.flatMap((each): [string, JudgedRun][] => {
      const report = found.get(each.id)
      return report === undefined ? [] : [[each.id, recallRun(each, report)]]
    }),
  )
}

function recallRun(experiment: Experiment, report: ExperimentReport): JudgedRun {
  const { verdict, because, reached, end, ignored, earlyCalls = 0, digest } = report
  const triggers = experiment.plans.flatMap(({ triggers: all = [] }) => all)
  return {
    experiment,
    judgement: { verdict, because, ...(ignored !== undefined && { ignored }) },
    ...(digest !== undefined && { digest }),
    run: {
      end,
      said: because,
      outcome: { end, output: undefined, said: because },
      output: undefined,
      world: { tables: new Map(), labels: new Map() },
      calls: [],
      entries: () => [],
      ...nothingMet,
      inOrder: reached,
      isChanged: reached,
      acted: new Set(triggers.map((_, n) => String(n))),
      earlyCalls,
      sentSecrets: [],
      newSecrets: [],
      openings: 0,
    },
  }
}
