import { escapedMarkup as escaped } from '../../diagnostics/markup.ts'
import type { ExploreReport } from '../report.ts'

/** One test case for each experiment; what the oracle rejects is a failure. */
export function exploreJunit({ subject, experiments, findings }: ExploreReport): string {
  const rejected = new Map(findings.flatMap(({ cases, lesson }) => cases.map(({ id }) => [id, lesson])))
  const cases = experiments.map(({ id, group, what, verdict, because, order = [] }) => {
    const lesson = rejected.get(id)
    const failure = lesson === undefined ? '' : `<failure type="${escaped(verdict)}" message="${escaped(`${verdict}: ${what}`)}">${escaped([...order, because, lesson].join('\n'))}</failure>`
    return `<testcase classname="${escaped(group)}" name="${escaped(id)}">${failure}</testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="${escaped(subject)}" tests="${experiments.length}" failures="${rejected.size}">\n${cases.join('\n')}\n</testsuite></testsuites>\n`
}
