import { annotation } from '../../diagnostics/workflow-command.ts'
import type { ExploreReport } from '../report.ts'

/** An annotation for each finding (workflow commands of GitHub Actions). */
export function exploreGithub({ findings, experiments }: ExploreReport): string {
  const lines = findings.map(({ verdict, what, because, lesson, cases }) => (
    annotation('error', { title: `${verdict}: ${what}` }, `at ${cases.map(({ point }) => point ?? 'the whole run').join(', ')}\n${[...cases[0]!.order ?? [], because, lesson].join('\n')}`)
  ))
  return [...lines, `${experiments.length} experiments, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`, ''].join('\n')
}
