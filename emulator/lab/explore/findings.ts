import { countValues, groupBy } from '../../engine/checking/counts.ts'
import { isAccepted } from './accepted.ts'
import { adviseOn } from './advice.ts'
import { isReached, type Experiment } from './experiment.ts'
import type { JudgedRun } from './exploration.ts'
import type { PlainRun, ExploreFault } from './fault.ts'
import type { Verdict } from './verdict.ts'
import type { ExploreOptions } from './options.ts'
import { findGroup, orderLines } from './orders.ts'
import type { ExperimentReport, Finding } from './report.ts'

/** The worst verdict first. */
const severity: readonly Verdict[] = [
  'wrong-world',
  'leaked-secret',
  'wrong-output',
  'silent-cut',
  'hung',
  'crashed',
  'storm',
  'reported',
  'survived',
]

/**
 * Groups rejected experiments into findings: by fault and verdict, or by the difference of output or world that they
 * share.
 */
export function findFindings(
  rejected: readonly JudgedRun[],
  judged: readonly JudgedRun[],
  baseline: PlainRun,
): Finding[] {
  const counts = countValues(judged.map(({ experiment }) => faultName(experiment)))
  const byFault = [...groupBy(rejected, verdictAndFault).values()]
  const byDifference = groupBy(byFault, (cases) => findingKey(cases[0]!))
  return Array.from(byDifference.values(), (groups) => makeFinding(groups.flat(), counts, baseline)).toSorted(
    (a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict),
  )
}

/** True if an experiment is a finding. */
export function isRejected(judged: JudgedRun, options: ExploreOptions): boolean {
  const {
    experiment,
    judgement: { verdict, ignored },
  } = judged
  const { mustSurvive = [], allow = [], strict = false } = options
  if (allow.includes(verdict) || isNoted(judged, options)) return false
  if (verdict === 'survived') return strict && ignored !== undefined
  if (verdict !== 'reported') return true
  return mustSurvive.includes(experiment.fault.group) && !experiment.plans.some(({ lasts }) => lasts)
}

/** True if an experiment is accepted beforehand. */
export function isKnown(judged: JudgedRun, { accept = [] }: ExploreOptions): boolean {
  return accept.some((id) => accepts(id, judged))
}

/** True if the id of an accepted finding covers an experiment. */
export function accepts(id: string, { experiment, judgement: { verdict } }: JudgedRun): boolean {
  const { fault, point } = experiment
  return isAccepted(id, { verdict, fault: faultName(experiment), group: fault.group, point })
}

/** True if an experiment would be a finding if its fault had been asked for. */
export function isNoted(
  { experiment, judgement: { verdict } }: JudgedRun,
  { mustSurvive = [], strict = false, only = [], case: one = '' }: ExploreOptions,
): boolean {
  if (strict) return false
  const isAskedFor = ({ name, group }: ExploreFault): boolean =>
    mustSurvive.includes(group) || [one, ...only].some((word) => word.includes(name))
  return listFaults(experiment).some((fault) => fault.noted === verdict && !isAskedFor(fault))
}

/** Faults of an experiment, in order. */
export function listFaults({ fault, after }: Experiment): ExploreFault[] {
  return after === undefined ? [fault] : [...listFaults(after), fault]
}

/** Name of the fault: `lost-answer`, or `no-answer then lost-answer`. */
function faultName(experiment: Experiment): string {
  return listFaults(experiment)
    .map(({ name }) => name)
    .join(' then ')
}

/** Name of the fault with its variant: `gateway:502`. */
export function faultWithVariant({ fault, plans, after }: Experiment): string {
  const { variant } = plans.at(-1)!
  const own = variant === undefined ? fault.name : `${fault.name}:${variant}`
  return after === undefined ? own : `${faultWithVariant(after)} then ${own}`
}

export function verdictAndFault({ experiment, judgement }: JudgedRun): string {
  return `${judgement.verdict} ${faultName(experiment)}`
}

/** Key of the finding that an experiment belongs to. */
export function findingKey(judged: JudgedRun): string {
  return differenceShown(judged) ?? verdictAndFault(judged)
}

/** Difference of a wrong output or world. Faults that show the same difference have one cause. */
function differenceShown({ judgement: { verdict, because } }: JudgedRun): string | undefined {
  return verdict === 'wrong-output' || verdict === 'wrong-world' ? `${verdict} ${because}` : undefined
}

function makeFinding(cases: readonly JudgedRun[], counts: ReadonlyMap<string, number>, baseline: PlainRun): Finding {
  const [{ experiment, judgement }] = cases as [JudgedRun]
  const { fault } = experiment
  const faults = [...new Set(cases.map((each) => faultName(each.experiment)))]
  return {
    verdict: judgement.verdict,
    fault: faultName(experiment),
    faults,
    group: fault.group,
    what: experiment.says,
    because: judgement.because || judgement.ignored || '',
    lesson: adviseOn(fault, judgement),
    clauses: [...new Set(cases.flatMap((each) => each.experiment.statements))],
    cases: cases.map((each) => experimentReport(each, baseline)),
    of: faults.reduce((sum, name) => sum + counts.get(name)!, 0),
  }
}

export function experimentReport(
  { experiment, run, judgement, digest }: JudgedRun,
  baseline: PlainRun,
): ExperimentReport {
  const ordered = experiment.plans.find(({ order }) => order !== undefined)
  return {
    id: experiment.id,
    point: experiment.point?.id ?? null,
    fault: faultWithVariant(experiment),
    group: experiment.fault.group,
    what: experiment.says,
    verdict: judgement.verdict,
    because: judgement.because,
    reached: isReached(experiment, run),
    end: run.outcome.end,
    ...(judgement.ignored !== undefined && { ignored: judgement.ignored }),
    ...(run.earlyCalls > 0 && { earlyCalls: run.earlyCalls }),
    ...(digest !== undefined && { digest }),
    ...(ordered !== undefined &&
      experiment.point !== undefined && { order: orderLines(findGroup(experiment.point, baseline), ordered) }),
  }
}
