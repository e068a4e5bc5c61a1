import { listFew } from '../../engine/checking/list-few.ts'
import { plural } from '../../engine/checking/plural.ts'
import { groupBy } from '../../engine/checking/counts.ts'
import { isReached, type Experiment } from './experiment.ts'
import type { AllRun, Exploration, JudgedRun } from './exploration.ts'
import { faultWithVariant, isNoted, isRejected, listFaults, verdictAndFault } from './findings.ts'
import type { ExploreOptions } from './options.ts'

/** Remarks of a report that are not findings. */
export function makeNotes(
  exploration: Exploration,
  { judged, left, reduced, isStopped }: AllRun,
  options: ExploreOptions,
): string[] {
  return [
    ...(isStopped ? ['stopped before the end: the report says nothing of the experiments that were not run'] : []),
    ...notesOnNothing(judged, left),
    ...notesOnBaseline(exploration),
    ...notesOnSilence(judged, options),
    ...notesOnIgnored(judged),
    ...notesOnNoted(judged, options),
    ...notesOnEarly(judged),
    ...notesOnMissed(judged),
    ...notesOnReduced(reduced),
  ]
}

/** Explains a report without experiments: no finding then does not mean that the client is correct. */
function notesOnNothing(judged: readonly JudgedRun[], left: AllRun['left']): string[] {
  return judged.length > 0 || Object.keys(left).length > 0
    ? []
    : ['no experiment was run: no fault that was asked for applies to the calls of this client']
}

function notesOnBaseline({ begun: { unevenCalls: otherCalls, first, masks } }: Exploration): string[] {
  const calls = first.entries().filter(({ unit }) => unit !== null)
  const failing = calls.length > 0 && calls.every(({ error }) => error !== null)
  const failures = [...new Set(calls.map(({ unit, error }) => `${unit}: ${error}`))].join(', ')
  return [
    ...(failing ? [`every call fails even without a fault (${failures}): is the client given what it needs?`] : []),
    ...(masks.has('')
      ? ['two runs without a fault have no part of their output in common: outputs are not compared']
      : []),
    ...(otherCalls.length > 0
      ? [
          `two runs without a fault made different calls (${otherCalls.join(', ')}): the client depends on time, or keeps something between its runs; experiments are compared with the second run`,
        ]
      : []),
  ]
}

/** Number of findings from which a common cause is worth a note. */
const MIN_SILENT = 5

/** Notes a client that never reports a failure: one cause of many findings. */
function notesOnSilence(judged: readonly JudgedRun[], options: ExploreOptions): string[] {
  const failing = judged.filter(({ experiment: { fault } }) => fault.group === 'network' || fault.group === 'refusal')
  const claimed = failing.filter(
    (each) => ['wrong-output', 'wrong-world'].includes(each.judgement.verdict) && isRejected(each, options),
  )
  if (claimed.length < MIN_SILENT || judged.some(({ run }) => run.outcome.end === 'failed')) return []
  return [
    `the client never reports a failure: in ${claimed.length} of ${failing.length} experiments in which a call fails it ends as if it had succeeded, with a wrong result. It can report a failure with an exit code above 0, or a rejection`,
  ]
}

/** Notes each ignored failure once, for all its faults. */
function notesOnIgnored(judged: readonly JudgedRun[]): string[] {
  const ignored = groupBy(
    judged.filter(({ judgement }) => judgement.ignored !== undefined),
    ({ judgement }) => judgement.ignored!,
  )
  return Array.from(ignored, ([what, each]) => {
    const faults = [...new Set(each.map(({ experiment }) => faultWithVariant(experiment)))]
    return `ignored failure: ${what} (${listFew(faults)})`
  })
}

/** Notes each fault whose verdict is not yet a finding, once. */
function notesOnNoted(judged: readonly JudgedRun[], options: ExploreOptions): string[] {
  const noted = groupBy(
    judged.filter((each) => isNoted(each, options)),
    verdictAndFault,
  )
  return Array.from(noted.values(), (cases) => {
    const { experiment, judgement } = cases[0]!
    const { verdict } = judgement
    const { name, lesson } = listFaults(experiment).find((fault) => fault.noted === verdict)!
    const ids = listFew(cases.map((each) => each.experiment.id))
    return `${verdict}, where ${experiment.says} (${ids}). ${lesson} It is a finding with --only ${name}, or with --strict.`
  })
}

/** Notes a client that does not wait as long as it is told, once. */
function notesOnEarly(judged: readonly JudgedRun[]): string[] {
  const early = judged.filter(({ run }) => run.earlyCalls > 0)
  if (early.length === 0) return []
  const calls = early.reduce((sum, { run }) => sum + run.earlyCalls, 0)
  const ids = listFew(early.map(({ experiment }) => experiment.id))
  return [
    `${plural(calls, 'call')} came again before Retry-After was over, and ${calls === 1 ? 'was' : 'were'} refused again: the client asks too early (${ids})`,
  ]
}

function notesOnMissed(judged: readonly JudgedRun[]): string[] {
  const missed = judged.filter(({ experiment, run }) => !isReached(experiment, run))
  if (missed.length === 0) return []
  const ids = listFew(missed.map(({ experiment }) => experiment.id))
  return [
    `${missed.length} of ${judged.length} experiments did not reach their fault, because the client made other calls, or the change could not be made: ${ids}`,
  ]
}

function notesOnReduced(reduced: readonly Experiment[]): string[] {
  const [first] = reduced
  if (first === undefined) return []
  const more = reduced.length > 1 ? ' …' : ''
  return [
    `${plural(reduced.length, 'experiment')} with two faults had the verdict of the second fault alone: ${first.id}${more}`,
  ]
}
