import { annotation } from '../../../engine/checking/workflow-command.ts'
import type { ExploreReport } from '../report.ts'
import { countsOf, headingOf, placesOf, remarksOf } from './summary.ts'

/** An annotation for each finding (workflow commands of GitHub Actions). */
export function exploreGithub(report: ExploreReport): string {
  const lines = report.findings.map((finding) =>
    annotation(
      'error',
      { title: `${headingOf(finding)}: ${finding.what}` },
      `at ${placesOf(finding).join(', ')}\n${[...(finding.cases[0]!.order ?? []), finding.because, finding.lesson].join('\n')}`,
    ),
  )
  return [...lines, ...remarksOf(report), countsOf(report), ''].join('\n')
}
