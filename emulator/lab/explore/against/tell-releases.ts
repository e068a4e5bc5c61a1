import { listFew } from '../../../engine/checking/list-few.ts'
import { plural } from '../../../engine/checking/plural.ts'
import type { ReportFinding, Report } from '../../../scenario/reports/report.ts'
import type { DifferenceKind } from './compare-releases.ts'
import type { ReleaseDifference, ReleasesReport } from './releases-report.ts'

const kinds = ['worse', 'otherwise', 'better'] as const satisfies readonly DifferenceKind[]

/** Report of a comparison: what is worse, what is otherwise, what is better. */
export function tellReleases(report: ReleasesReport, rerun?: (id: string) => string): Report {
  const { subject, against, experiments, notes } = report
  const counts = kinds.map((kind) => `${countCases(report[kind])} ${kind}`)
  return {
    title: `${subject} against ${against}`,
    sections: kinds.map((kind) => ({
      name: kind,
      verdict: kind === 'worse' && report.worse.length > 0 ? 'failed' : 'passed',
      cases: report[kind].flatMap(({ cases, whats, sentences }) =>
        cases.map((name) => ({
          name,
          word: kind,
          about: whats.join(', or '),
          ...(kind === 'worse'
            ? { verdict: 'failed', type: kind, message: sentences.join(' '), details: sentences }
            : { verdict: 'passed' }),
        })),
      ),
    })),
    findings: kinds.flatMap((kind) => report[kind].map((each) => tellDifference(each, kind, rerun))),
    remarks: notes.map((note) => `note: ${note}`),
    summary: `${plural(experiments, 'experiment')} with both: ${counts.join(', ')}`,
    document: report,
  }
}

/** Number of experiments in differences. */
export function countCases(differences: readonly ReleaseDifference[]): number {
  return differences.reduce((sum, { cases }) => sum + cases.length, 0)
}

function tellDifference(
  { whats, sentences, points, records, cases, new: verdict }: ReleaseDifference,
  kind: DifferenceKind,
  rerun: ((id: string) => string) | undefined,
): ReportFinding {
  const [what = '', ...others] = whats
  return {
    level: kind === 'worse' ? 'error' : 'warning',
    kind,
    title: what,
    lines: [
      ...(others.length === 0 ? [] : [`also when ${listFew(others, MAX_NAMED)}`]),
      `at ${listFew(
        points.map((point) => point ?? 'the whole run'),
        MAX_NAMED,
      )} (${plural(cases.length, 'experiment')})`,
      ...sentences,
      ...(records.length > 0 ? ['records in the world, extra (+) or missing (-):', { quote: records.join('\n') }] : []),
      ...(rerun === undefined || kind !== 'worse' || verdict === null ? [] : [`again: ${rerun(cases[0]!)}`]),
    ],
  }
}

const MAX_NAMED = 4
