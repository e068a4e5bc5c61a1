import type { ContractStamp } from '../../../contract/stamp.ts'
import { plural } from '../../../engine/checking/plural.ts'
import type { Report } from '../../../scenario/reports/report.ts'
import type { TogetherVerdict } from '../together/judge.ts'
import { describeCase, type LadderStep, type ShownCase } from '../together/ladder.ts'
import { showFinding, type Sorted } from '../together/report.ts'

/** An outcome that a client has while some of its requests meet the old release and some the new one. */
export interface ReleaseFinding {
  /** Name for `accept`: `wrong-output`. */
  readonly id: string
  readonly verdict: TogetherVerdict
  /** One line for each difference from the nearer release. */
  readonly because: readonly string[]
  /** The shortest mix that shows it, for `case`: `old*2-new`. */
  readonly mix: string
  /** Requests with their answers; `copy` is the release that they met. */
  readonly steps: readonly LadderStep[]
  /** Number of mixes that show it. */
  readonly mixes: number
}

/** Report of `explore` with `release`. */
export interface ReleaseReport extends Sorted<ReleaseFinding> {
  readonly contract: ContractStamp
  readonly subject: string
  readonly mixes: { readonly of: number; readonly tried: number }
  /** Changes of the release that no rule can show. */
  readonly left: readonly string[]
  readonly notes: readonly string[]
  /** With `case`: the run of that mix. */
  readonly case?: ShownCase
}

const words: Readonly<Record<TogetherVerdict, string>> = {
  'doubled-record': 'one record more than under either release',
  'lost-update': 'a write is gone that each release alone keeps',
  'not-serial': 'the records are those of neither release',
  'wrong-output': 'the output is that of neither release',
  crashed: 'the client crashes, as under neither release',
  hung: 'the client does not end, as under neither release',
}

/** The reason why it fails: its findings, or that no mix was tried. Undefined where it succeeds. */
export function describeFailure({ findings, mixes }: ReleaseReport): string | undefined {
  if (findings.length > 0) return plural(findings.length, 'finding')
  return mixes.tried > 0 || mixes.of === 0
    ? undefined
    : 'no mix was tried within --budget, so nothing can be said of them'
}

/** A number of mixes: 2^40 where it is long. */
const countText = (of: number): string => (of > 1e6 ? `2^${Math.round(Math.log2(of))}` : String(of))

/** Report of the mixes of two releases, for every reporter. */
export function reportRelease(report: ReleaseReport, rerun?: (mix: string) => string): Report {
  const { subject, mixes, findings, accepted, left, notes } = report
  return {
    title: `${subject}, while a new release is rolled out`,
    sections: [],
    findings: findings.map((each) => showFinding(each, words[each.verdict], ['old', 'new'], rerun?.(each.mix))),
    overview: report.case === undefined ? [] : describeCase(report.case, ['old', 'new'], findings.length > 0),
    remarks: [...left.map((line) => `left out: ${line}`), ...notes.map((note) => `note: ${note}`)],
    summary: [
      `${mixes.tried} of ${countText(mixes.of)} mixes of two releases tried`,
      plural(findings.length, 'finding'),
      ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
    ].join(', '),
    document: report,
  }
}
