import { escapedMarkup as escaped } from '../../../engine/checking/markup.ts'
import { reportPage } from '../../../engine/checking/report-page.ts'
import type { ExploreReport, Finding } from '../report.ts'
import { summaryLine, heading, listPlaces, listRemarks } from './summary.ts'

/** The report as one page that needs nothing else. */
export function exploreHtml(report: ExploreReport, findSentence: (clause: string) => string): string {
  return reportPage(
    `Exploration of ${report.subject}`,
    `<h1>Exploration of <code>${escaped(report.subject)}</code></h1>
<p>${escaped(summaryLine(report))}.</p>
${listRemarks(report)
  .map((remark) => `<p>${escaped(remark)}</p>`)
  .join('\n')}
${report.findings.map((finding) => findingHtml(finding, findSentence)).join('\n')}
<h2>Experiments</h2>
<table><thead><tr><th scope="col">Call</th><th scope="col">Fault</th><th scope="col">Verdict</th></tr></thead>
<tbody>${report.experiments.map(({ point, what, verdict, reached }) => `<tr class="${verdict}"><td>${escaped(point ?? 'the whole run')}</td><td>${escaped(what)}</td><td>${verdict === 'survived' && !reached ? 'did not reach its fault' : verdict}</td></tr>`).join('\n')}</tbody></table>`,
  )
}

function findingHtml(finding: Finding, findSentence: (clause: string) => string): string {
  const { what, because, lesson, clauses, cases, of } = finding
  return `<section><h2>${heading(finding)}: ${escaped(what)}</h2>
<p>${cases.length} of ${of}: ${listPlaces(finding)
    .map((place) => `<code>${escaped(place)}</code>`)
    .join(', ')}</p>
${orderHtml(cases[0]?.order)}<pre>${escaped(because)}</pre><p>${escaped(lesson)}</p>
<ul>${clauses.map((clause) => `<li><code>${escaped(clause)}</code>: ${escaped(findSentence(clause))}</li>`).join('')}</ul></section>`
}

function orderHtml(order: readonly string[] = []): string {
  return order.length === 0 ? '' : `<ol>${order.map((line) => `<li>${escaped(line)}</li>`).join('')}</ol>`
}
