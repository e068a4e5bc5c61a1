import { fromNth } from '../../engine/refuse-until.ts'
import type { Explored } from '../explore.ts'
import { heading } from '../explore-report.ts'
import type { ExperimentPlan } from '../plan.ts'
import { exit, makeExpectation } from './expectation.ts'
import { saveScenario, type Asked, type SavedScenario } from './save-scenario.ts'

/** A scenario file for each finding: the world, the fault, and the client as a `run:` step. */
export function findingScenarios({ report, judged, exploration }: Explored, asked: Asked): SavedScenario[] {
  return report.findings.map((finding) => {
    const { experiment, run, judgement } = judged.find(({ experiment: { id } }) => id === finding.cases[0]!.id)!
    const { plans } = experiment
    const expectation = makeExpectation({ experiment, run, judgement }, exploration)
    return saveScenario(
      {
        title: `${heading(finding)}-${finding.fault}`,
        about: `${heading(finding)}: ${finding.what}. ${finding.lesson}`,
        says: 'the client must neither fail nor report a wrong result',
        case: experiment.id,
        because: finding.because.split('\n'),
        plans: plans.map((plan) => ({ ...plan, triggers: triggersFrom(plan, run.earlyCalls) })),
        step: expectation ?? { expect: { exit } },
        isTold: expectation !== undefined,
      },
      asked,
    )
  })
}

/** Triggers of a fault; one that refuses for a while lets the first try after that pass. */
function triggersFrom(
  { triggers = [], refusesForMs }: ExperimentPlan,
  earlyCalls: number,
): NonNullable<ExperimentPlan['triggers']> {
  if (refusesForMs === undefined) return triggers
  return triggers.map(({ when, ...trigger }) => ({ when: fromNth(when, earlyCalls), ...trigger }))
}
