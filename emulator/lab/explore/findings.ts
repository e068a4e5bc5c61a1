import { countsOf, groupBy } from '../../engine/checking/counts.ts'
import { isAccepted, verdictOf } from './accepted.ts'
import { isReached, type Experiment } from './experiment.ts'
import type { AllRun, Exploration, Judged } from './exploration.ts'
import type { Baseline, ExploreFault } from './fault.ts'
import { groupOf, orderLines } from './orders.ts'
import { lessonOf } from './lessons.ts'
import { namesOf } from './world-masks.ts'
import type { Verdict } from './oracle.ts'
import type { ExploreOptions } from './options.ts'
import type { ExperimentReport, ExploreReport, Finding } from './report.ts'

/** The worst first. */
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

/** The experiments that the oracle rejects: the same verdict for the same fault is one finding. */
function findingsIn(
  judged: readonly Judged[],
  baseline: Baseline,
  options: ExploreOptions,
  isMeant: (each: Judged) => boolean,
): Finding[] {
  const rejected = judged.filter((each) => isRejected(each, options) && isMeant(each))
  const grouped = groupBy(rejected, keyOf)
  const counts = countsOf(judged.map(({ experiment }) => faultOf(experiment)))
  return [...grouped.values()]
    .map((cases) => finding(cases, counts, baseline))
    .toSorted((a, b) => severity.indexOf(a.verdict) - severity.indexOf(b.verdict))
}

/** Whether an experiment is a finding. */
export function isRejected(judged: Judged, options: ExploreOptions): boolean {
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

/** Whether an experiment would be a finding, had its fault been asked for. */
function isNoted(
  { experiment, judgement: { verdict } }: Judged,
  { mustSurvive = [], strict = false, only = [], case: one = '' }: ExploreOptions,
): boolean {
  if (strict) return false
  const isAskedFor = ({ name, group }: ExploreFault): boolean =>
    mustSurvive.includes(group) || [one, ...only].some((word) => word.includes(name))
  return faultsOf(experiment).some((fault) => fault.noted === verdict && !isAskedFor(fault))
}

function faultsOf({ fault, after }: Experiment): ExploreFault[] {
  return after === undefined ? [fault] : [...faultsOf(after), fault]
}

/** One fault, one verdict, at however many calls and in however many ways. */
function keyOf({ experiment, judgement }: Judged): string {
  return `${judgement.verdict} ${faultOf(experiment)}`
}

/** The faults of an experiment, in their order. */
export function faultOf(experiment: Experiment): string {
  return faultsOf(experiment)
    .map(({ name }) => name)
    .join(' then ')
}

function nameOf({ fault, plans, after }: Experiment): string {
  const { variant } = plans.at(-1)!
  const own = variant === undefined ? fault.name : `${fault.name}:${variant}`
  return after === undefined ? own : `${nameOf(after)} then ${own}`
}

function finding(cases: readonly Judged[], counts: ReadonlyMap<string, number>, baseline: Baseline): Finding {
  const [{ experiment, judgement }] = cases as [Judged]
  const { fault } = experiment
  return {
    verdict: judgement.verdict,
    fault: faultOf(experiment),
    group: fault.group,
    what: whatOf(experiment),
    because: judgement.because || judgement.ignored || '',
    lesson: lessonOf(fault, judgement),
    clauses: experiment.plans.at(-1)!.clauses ?? fault.clauses,
    cases: cases.map((each) => experimentReport(each, baseline)),
    of: counts.get(faultOf(experiment))!,
  }
}

function whatOf({ plans }: Experiment): string {
  return plans.map(({ what }) => what).join(', then ')
}

function experimentReport({ experiment, run, judgement }: Judged, baseline: Baseline): ExperimentReport {
  const ordered = experiment.plans.find(({ order }) => order !== undefined)
  return {
    id: experiment.id,
    point: experiment.point?.id ?? null,
    fault: nameOf(experiment),
    group: experiment.fault.group,
    what: whatOf(experiment),
    verdict: judgement.verdict,
    because: judgement.because,
    reached: isReached(experiment, run),
    ...(ordered !== undefined &&
      experiment.point !== undefined && { order: orderLines(groupOf(experiment.point, baseline), ordered) }),
  }
}

/** The report of an exploration, with accepted findings apart. */
export function reportOf(
  exploration: Exploration,
  { judged, left, reduced, isStopped }: AllRun,
  options: ExploreOptions,
): ExploreReport {
  const { subject, baseline, masks, worldMasks, first } = exploration
  const known = options.accept ?? []
  const isKnown = (each: Judged): boolean => known.some((id) => means(id, each))
  return {
    subject: subject.name,
    output: first.outcome.output,
    points: baseline.points.map(({ id }) => id),
    experiments: judged.map((each) => experimentReport(each, baseline)),
    findings: findingsIn(judged, baseline, options, (each) => !isKnown(each)),
    accepted: findingsIn(judged, baseline, options, isKnown),
    stale: known.filter(
      (id) =>
        wasLookedFor(id, judged, left, options) && !judged.some((each) => isRejected(each, options) && means(id, each)),
    ),
    notes: [
      ...(isStopped ? ['stopped before its end: of what was not run this says nothing'] : []),
      ...notesOnNothing(judged, left),
      ...notesOnBaseline(exploration),
      ...notesOnSilence(judged, options),
      ...notesOnIgnored(judged),
      ...notesOnNoted(judged, options),
      ...notesOnMissed(judged),
      ...notesOnReduced(reduced),
    ],
    left,
    masks: [
      ...Array.from(masks, (path) => (path.startsWith('/') ? path : `the output${path}`)),
      ...namesOf(worldMasks),
    ],
    clauses: exploration.clauses(),
  }
}

/** Whether an accepted finding could have occurred: one of a fault that was left out, or that there was no time for, is not out of date. */
function wasLookedFor(
  id: string,
  judged: readonly Judged[],
  left: AllRun['left'],
  { only, skip, case: one, depth }: ExploreOptions,
): boolean {
  const isAll = (only ?? skip ?? one) === undefined && Object.keys(left).length === 0
  if (isAll && (depth === 2 || !id.includes(' then '))) return true
  return judged.some(({ experiment }) =>
    isAccepted(id, {
      verdict: verdictOf(id),
      fault: faultOf(experiment),
      group: experiment.fault.group,
      point: experiment.point,
    }),
  )
}

/** No finding among no experiments does not say that all is well. */
function notesOnNothing(judged: readonly Judged[], left: AllRun['left']): string[] {
  return judged.length > 0 || Object.keys(left).length > 0
    ? []
    : ['nothing was done: no fault that was asked for applies to the calls of this client']
}

function notesOnBaseline({ otherCalls, first, masks }: Exploration): string[] {
  const calls = first.entries().filter(({ unit }) => unit !== null)
  const failing = calls.length > 0 && calls.every(({ error }) => error !== null)
  return [
    ...(failing
      ? [
          `every call fails without a fault, too (${[...new Set(calls.map(({ unit, error }) => `${unit}: ${error}`))].join(', ')}): is the client given what it needs?`,
        ]
      : []),
    ...(masks.has('')
      ? [
          'two runs without a fault gave outputs that have no part in common: outputs are not compared, and none can be wrong',
        ]
      : []),
    ...(otherCalls.length === 0
      ? []
      : [
          `two runs without a fault did not make the same calls (${otherCalls.join(', ')}): time decides, or what is kept between runs, outside of the world; experiments are compared with the second`,
        ]),
  ]
}

/** One cause of many findings: a client that never says that it failed. */
function notesOnSilence(judged: readonly Judged[], options: ExploreOptions): string[] {
  const failing = judged.filter(
    ({
      experiment: {
        fault: { group },
      },
    }) => group === 'network' || group === 'refusal',
  )
  const claimed = failing.filter(
    (each) =>
      (each.judgement.verdict === 'wrong-output' || each.judgement.verdict === 'wrong-world') &&
      isRejected(each, options),
  )
  if (claimed.length < MIN_SILENT || judged.some(({ run }) => run.outcome.end === 'failed')) return []
  return [
    `it never says that it failed: ${claimed.length} of ${failing.length} experiments in which a call fails end as if all were well, and wrongly. An exit code above 0, or a rejection, says it`,
  ]
}

/** Fewer findings tell of themselves. */
const MIN_SILENT = 5

/** One note for each failure that was ignored, whatever brought it about. */
function notesOnIgnored(judged: readonly Judged[]): string[] {
  const ignored = groupBy(
    judged.filter(({ judgement }) => judgement.ignored !== undefined),
    ({ judgement }) => judgement.ignored!,
  )
  return Array.from(
    ignored,
    ([what, each]) =>
      `ignored failure: ${what} (${fewOf([...new Set(each.map(({ experiment }) => nameOf(experiment)))])})`,
  )
}

/** One note for each fault whose verdict is no finding yet. */
function notesOnNoted(judged: readonly Judged[], options: ExploreOptions): string[] {
  const noted = groupBy(
    judged.filter((each) => isNoted(each, options)),
    keyOf,
  )
  return Array.from(noted.values(), (cases) => {
    const [
      {
        experiment,
        judgement: { verdict },
      },
    ] = cases as [Judged]
    const { name, lesson } = faultsOf(experiment).find((fault) => fault.noted === verdict)!
    return `${verdict}, where ${whatOf(experiment)} (${fewOf(cases.map((each) => each.experiment.id))}). ${lesson} It is a finding with --only ${name}, or with --strict.`
  })
}

function notesOnMissed(judged: readonly Judged[]): string[] {
  const missed = judged.filter(({ experiment, run }) => !isReached(experiment, run))
  if (missed.length === 0) return []
  return [
    `${missed.length} of ${judged.length} experiments did not come to their fault, since the client called otherwise, or what they change could not be changed: ${fewOf(missed.map(({ experiment }) => experiment.id))}`,
  ]
}

function fewOf(names: readonly string[]): string {
  return names.length <= MAX_NAMED
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
}

function notesOnReduced(reduced: readonly Experiment[]): string[] {
  if (reduced.length === 0) return []
  const [first] = reduced as [Experiment]
  return [
    `${reduced.length} ${reduced.length === 1 ? 'experiment' : 'experiments'} with two faults came to what the second does alone: ${first.id}${reduced.length > 1 ? ' …' : ''}`,
  ]
}

const MAX_NAMED = 3

function means(id: string, { experiment, judgement: { verdict } }: Judged): boolean {
  return isAccepted(id, { verdict, fault: faultOf(experiment), group: experiment.fault.group, point: experiment.point })
}
