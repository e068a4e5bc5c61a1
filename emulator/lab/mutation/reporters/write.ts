import { scoreOf, type MutationReport } from '../report.ts'
import { mutationGithub } from './github.ts'
import { mutationHtml } from './html.ts'
import { mutationJunit } from './junit.ts'
import type { MutationReporter } from './names.ts'
import { mutationText } from './pretty.ts'
import type { Told } from './told.ts'

/** The report as a reporter writes it. Colours are for `pretty` alone. */
export function writtenReport(reporter: MutationReporter, report: MutationReport, told: Told, color: boolean): string {
  switch (reporter) {
    case 'json':
      return `${JSON.stringify({ score: scoreOf(report), mutants: report.outcomes }, null, 2)}\n`
    case 'html':
      return mutationHtml(report, told)
    case 'junit':
      return mutationJunit(report, told)
    case 'github':
      return mutationGithub(report, told)
    case 'pretty':
      return mutationText(report, told, color)
  }
}
