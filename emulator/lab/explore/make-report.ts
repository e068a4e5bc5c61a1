import { contractStamp } from '../../contract/stamp.ts'
import { acceptedVerdict } from './accepted.ts'
import type { AllRun, Exploration, JudgedRun } from './exploration.ts'
import { accepts, experimentReport, findFindings, isKnown, isRejected } from './findings.ts'
import { makeNotes } from './notes.ts'
import type { ExploreOptions } from './options.ts'
import type { ExploreReport } from './report.ts'
import { formatMasks } from '../engine/world-masks.ts'

/** Makes the report of an exploration, with accepted findings apart. */
export function makeReport(exploration: Exploration, all: AllRun, options: ExploreOptions): ExploreReport {
  const { subject, baseline, begun } = exploration
  const { judged, left } = all
  const known = options.accept ?? []
  const rejected = judged.filter((each) => isRejected(each, options))
  return {
    contract: contractStamp(),
    subject: subject.name,
    output: begun.first.outcome.output,
    points: baseline.points.map(({ id }) => id),
    experiments: judged.map((each) => experimentReport(each, baseline)),
    findings: findFindings(
      rejected.filter((each) => !isKnown(each, options)),
      judged,
      baseline,
    ),
    accepted: findFindings(
      rejected.filter((each) => isKnown(each, options)),
      judged,
      baseline,
    ),
    stale: known.filter((id) => couldOccur(id, judged, left, options) && !rejected.some((each) => accepts(id, each))),
    notes: makeNotes(exploration, all, options),
    left,
    masks: [
      ...Array.from(begun.masks, (path) => (path.startsWith('/') ? path : `the output${path}`)),
      ...formatMasks(begun.worldMasks),
    ],
    clauses: exploration.clauses(),
  }
}

/**
 * True if an accepted finding could have occurred. It is not stale if its fault was left out or not reached within the
 * budget.
 */
function couldOccur(
  id: string,
  judged: readonly JudgedRun[],
  left: AllRun['left'],
  { only, skip, case: one, depth }: ExploreOptions,
): boolean {
  const isAll = (only ?? skip ?? one) === undefined && Object.keys(left).length === 0
  if (isAll && (depth === 2 || !id.includes(' then '))) return true
  const verdict = acceptedVerdict(id)
  return judged.some((each) => accepts(id, { ...each, judgement: { ...each.judgement, verdict } }))
}
