import type { Experiment } from './experiment.ts'
import type { Exploration, Judged } from './exploration.ts'
import type { Group } from './fault.ts'
import type { Verdict } from './oracle.ts'
import type { ExploreOptions } from './options.ts'
import type { ExperimentReport, ExploreReport, Finding } from './report.ts'

/** The worst first. */
const severity: readonly Verdict[] = ['wrong-world', 'leaked-secret', 'wrong-output', 'silent-cut', 'hung', 'crashed', 'storm', 'reported']

/** The experiments that the oracle rejects: the same verdict for the same fault is one finding. */
export function findingsIn(judged: readonly Judged[], options: ExploreOptions): Finding[] {
  const rejected = judged.filter((each) => isRejected(each, options))
  const grouped = groupBy(rejected, keyOf)
  return [...grouped.values()].map((cases) => finding(cases, judged)).toSorted((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict))
}

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOfItem(item), [...groups.get(keyOfItem(item)) ?? [], item])
  return groups
}

function isRejected({ experiment, judgement: { verdict, ignored } }: Judged, { mustSurvive = [], allow = [], strict = false }: ExploreOptions): boolean {
  if (allow.includes(verdict)) return false
  if (verdict === 'survived') return strict && ignored !== undefined
  return verdict !== 'reported' || mustSurvive.includes(experiment.fault.group)
}

/** One fault, one verdict, at however many calls and in however many ways. */
function keyOf({ experiment, judgement }: Judged): string {
  return `${judgement.verdict} ${faultOf(experiment)}`
}

function faultOf({ fault, after }: Experiment): string {
  return after === undefined ? fault.name : `${faultOf(after)} then ${fault.name}`
}

function nameOf({ fault, plans, after }: Experiment): string {
  const { variant } = plans.at(-1)!
  const own = variant === undefined ? fault.name : `${fault.name}:${variant}`
  return after === undefined ? own : `${nameOf(after)} then ${own}`
}

function finding(cases: readonly Judged[], judged: readonly Judged[]): Finding {
  const [{ experiment, judgement }] = cases as [Judged]
  const { fault } = experiment
  return {
    verdict: judgement.verdict, fault: faultOf(experiment), group: fault.group, what: whatOf(experiment), because: judgement.because || judgement.ignored || '',
    lesson: fault.lesson, clauses: fault.clauses, cases: cases.map(experimentReport), of: judged.filter((each) => faultOf(each.experiment) === faultOf(experiment)).length,
  }
}

function whatOf({ plans }: Experiment): string {
  return plans.map(({ what }) => what).join(', then ')
}

function experimentReport({ experiment, judgement }: Judged): ExperimentReport {
  return {
    id: experiment.id, point: experiment.point?.id ?? null, fault: nameOf(experiment), group: experiment.fault.group, what: whatOf(experiment),
    verdict: judgement.verdict, because: judgement.because,
  }
}

/** The report of an exploration, with accepted findings apart. */
export function reportOf({ subject, baseline, masks, first }: Exploration, judged: readonly Judged[], left: Partial<Record<Group, number>>, options: ExploreOptions): ExploreReport {
  const all = findingsIn(judged, options)
  const known = new Set(options.accept ?? [])
  const idOf = ({ verdict, fault }: Finding): string => `${verdict} ${fault}`
  return {
    subject: subject.name,
    output: first.outcome.output,
    points: baseline.points.map(({ id }) => id),
    experiments: judged.map(experimentReport),
    findings: all.filter((each) => !known.has(idOf(each))),
    accepted: all.filter((each) => known.has(idOf(each))),
    stale: [...known].filter((id) => !all.some((each) => idOf(each) === id)),
    notes: [...new Set(judged.flatMap(({ experiment, judgement: { ignored } }) => (ignored === undefined ? [] : [`ignored failure (${nameOf(experiment)}): ${ignored}`])))],
    left,
    masks: [...masks],
    clauses: clausesOf(judged),
  }
}

function clausesOf(judged: readonly Judged[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { run } of judged) for (const { clauses } of run.entries) for (const id of clauses) counts[id] = (counts[id] ?? 0) + 1
  return counts
}
