import { annotation } from '../../../engine/checking/workflow-command.ts'
import type { MutationReport } from '../report.ts'
import { scoreText } from './pretty.ts'
import { sentenceOf, shortList, type Told } from './told.ts'

/** An annotation for each survivor, at a test file that met it where one is known (workflow commands of GitHub Actions). */
export function mutationGithub(report: MutationReport, { rerun }: Told): string {
  const lines = report.outcomes
    .filter(({ status }) => status === 'survived')
    .map((outcome) => {
      const { clause, breaks, metBy, files: [file] = [] } = outcome
      return annotation(
        'warning',
        { title: `survived: ${outcome.id}`, ...(file !== undefined && { file }) },
        [
          sentenceOf(clause),
          `Nobody noticed that the emulator ${breaks}.`,
          `Met, and passed all the same: ${shortList(metBy)}`,
          `Again: ${rerun(outcome)}`,
        ].join('\n'),
      )
    })
  return [...lines, scoreText(report), ''].join('\n')
}
