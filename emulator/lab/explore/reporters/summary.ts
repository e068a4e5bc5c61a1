import type { ExploreReport, Finding } from '../report.ts'
import { plural } from '../../../engine/checking/plural.ts'

/** What every reporter says beside the findings: notes, what was not compared, and what was not run. */
export function listRemarks({ notes, masks, left }: ExploreReport): string[] {
  const groups = Object.entries(left).map(([group, count]) => `${count} ${group}`)
  return [
    ...notes.map((note) => `note: ${note}`),
    ...(masks.length > 0 ? [`not compared, because two runs without a fault differ there: ${masks.join(', ')}`] : []),
    ...(groups.length > 0 ? [`not run, for lack of time: ${groups.join(', ')}`] : []),
  ]
}

/** The verdict of a finding. A run that survived is one with `strict`, where it ignored a failure. */
export function heading({ verdict }: Pick<Finding, 'verdict'>): string {
  return verdict === 'survived' ? 'ignored-failure' : verdict
}

/** The calls that show a finding, each once. */
export function listPlaces({ cases }: Finding): string[] {
  return [...new Set(cases.map(({ point }) => point ?? 'the whole run'))]
}

/** The last line: how many experiments there were, and what became of them. One that did not reach its fault survived nothing. */
export function summaryLine({ experiments, points, findings, accepted }: ExploreReport): string {
  const survived = experiments.filter(({ verdict, reached }) => verdict === 'survived' && reached).length
  const missed = experiments.filter(({ verdict, reached }) => verdict === 'survived' && !reached).length
  const reported = experiments.filter(({ verdict }) => verdict === 'reported').length
  return [
    `${plural(experiments.length, 'experiment')} at ${plural(points.length, 'call')}: ${survived} survived`,
    `${reported} reported`,
    ...(missed > 0 ? [`${missed} did not reach their fault`] : []),
    plural(findings.length, 'finding'),
    ...(accepted.length > 0 ? [`${accepted.length} accepted`] : []),
  ].join(', ')
}
