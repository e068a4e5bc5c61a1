import { annotation } from '../../diagnostics/workflow-command.ts'
import type { ExploreReport } from '../report.ts'
import { countsOf, remarksOf } from './summary.ts'

/** An annotation for each finding (workflow commands of GitHub Actions). */
export function exploreGithub(report: ExploreReport): string {
  const lines = report.findings.map(({ verdict, what, because, lesson, cases }) => (
    annotation('error', { title: `${verdict}: ${what}` }, `at ${cases.map(({ point }) => point ?? 'the whole run').join(', ')}\n${[...cases[0]!.order ?? [], because, lesson].join('\n')}`)
  ))
  return [...lines, ...remarksOf(report), countsOf(report), ''].join('\n')
}
