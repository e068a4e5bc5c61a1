import { annotation } from '../../../engine/checking/workflow-command.ts'
import type { ExploreReport } from '../report.ts'
import { summaryLine, heading, listPlaces, listRemarks } from './summary.ts'

/** An annotation for each finding (workflow commands of GitHub Actions). */
export function exploreGithub(report: ExploreReport): string {
  const lines = report.findings.map((finding) =>
    annotation(
      'error',
      { title: `${heading(finding)}: ${finding.what}` },
      `at ${listPlaces(finding).join(', ')}\n${[...(finding.cases[0]!.order ?? []), finding.because, finding.lesson].join('\n')}`,
    ),
  )
  return [...lines, ...listRemarks(report), summaryLine(report), ''].join('\n')
}
