import { groupBy } from '../../../engine/checking/counts.ts'
import type { JudgedRun } from '../exploration.ts'
import type { Both, ReleasesDifference, DifferenceKind } from './compare-releases.ts'
import { describeRelease } from './release-sentences.ts'
import type { ReleaseDifference } from './releases-report.ts'

/** A difference with the runs that show it; undefined for a client that does not make the call. */
export interface FoundDifference extends ReleasesDifference {
  readonly judged: Both<JudgedRun | undefined>
}

/** Gathers experiments in which two clients differ in the same way, whatever the fault. */
export function gatherDifferences(
  found: readonly FoundDifference[],
  names: Both<string>,
  kind: DifferenceKind,
): ReleaseDifference[] {
  const alike = groupBy(
    found.map((each) => makeDifference(each, names, kind)),
    ({ old, new: next, sentences, records }) => JSON.stringify([old, next, sentences, records]),
  )
  return Array.from(alike.values(), (group) => ({
    ...group[0]!,
    faults: [...new Set(group.flatMap(({ faults }) => faults))],
    whats: [...new Set(group.flatMap(({ whats }) => whats))],
    points: [...new Set(group.flatMap(({ points }) => points))],
    cases: group.flatMap(({ cases }) => cases),
  }))
}

function makeDifference(found: FoundDifference, names: Both<string>, kind: DifferenceKind): ReleaseDifference {
  const { judged, calls } = found
  const { experiment } = (judged.new ?? judged.old)!
  const shown = (kind === 'better' ? judged.old : judged.new)?.judgement
  return {
    faults: [experiment.fault.name],
    whats: [experiment.says],
    sentences: describeRelease(found, names),
    old: judged.old?.judgement.verdict ?? null,
    new: judged.new?.judgement.verdict ?? null,
    calls,
    records: shown?.verdict === 'wrong-world' ? shown.because.split('\n') : [],
    cases: [experiment.id],
    points: [experiment.point?.id ?? null],
  }
}
