import { escapedMarkup as escaped } from '../../../engine/checking/markup.ts'
import type { ExploreReport } from '../report.ts'
import { summaryLine, heading, listRemarks } from './summary.ts'

/** One test case for each experiment; what the oracle rejects is a failure, and what did not reach its fault is skipped. */
export function exploreJunit(report: ExploreReport): string {
  const { subject, experiments, findings } = report
  const rejected = new Map(findings.flatMap(({ cases, lesson }) => cases.map(({ id }) => [id, lesson])))
  const cases = experiments.map(({ id, group, what, verdict, because, reached, order = [] }) => {
    const lesson = rejected.get(id)
    const missed = verdict === 'survived' && !reached ? '<skipped message="the run did not reach its fault"/>' : ''
    const failure =
      lesson === undefined
        ? missed
        : `<failure type="${heading({ verdict })}" message="${escaped(`${heading({ verdict })}: ${what}`)}">${escaped([...order, because, lesson].join('\n'))}</failure>`
    return `<testcase classname="${escaped(group)}" name="${escaped(id)}">${failure}</testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="${escaped(subject)}" tests="${experiments.length}" failures="${rejected.size}" skipped="${cases.filter((each) => each.includes('<skipped ')).length}">\n${cases.join('\n')}\n<system-out>${escaped([...listRemarks(report), summaryLine(report)].join('\n'))}</system-out>\n</testsuite></testsuites>\n`
}
