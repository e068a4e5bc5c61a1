import { escapedMarkup as escaped } from '../../../engine/checking/markup.ts'
import { reportPage } from '../../../engine/checking/report-page.ts'
import type { MutantOutcome, MutationReport } from '../report.ts'
import { scoreText } from './pretty.ts'
import { sentenceOf, shortList, type Told } from './told.ts'

/** The report as one page that needs nothing else. */
export function mutationHtml(report: MutationReport, told: Told): string {
  const survivors = report.outcomes.filter(({ status }) => status === 'survived')
  return reportPage(
    `Mutants of ${told.subject}`,
    `<h1>What <code>${escaped(told.subject)}</code> does not notice</h1>
<p><strong>${escaped(scoreText(report))}</strong></p>
${survivors.map((outcome) => survivorHtml(outcome, told)).join('\n')}
<h2>Every mutant</h2>
<table><thead><tr><th scope="col">Mutant</th><th scope="col">What is broken</th><th scope="col">Verdict</th><th scope="col">Met by</th></tr></thead>
<tbody>${report.outcomes.map(rowHtml).join('\n')}</tbody></table>`,
  )
}

function survivorHtml(outcome: MutantOutcome, { rerun }: Told): string {
  return `<section><h2>${escaped(outcome.id)}</h2>
<p>${escaped(sentenceOf(outcome.clause))}</p>
<p>Nobody noticed that the emulator ${escaped(outcome.breaks)}.</p>
<p>Met, and passed all the same: ${escaped(shortList(outcome.metBy))}</p>
<pre>${escaped(rerun(outcome))}</pre></section>`
}

function rowHtml({ id, breaks, status, metBy }: MutantOutcome): string {
  return `<tr><td><code>${escaped(id)}</code></td><td>The emulator ${escaped(breaks)}</td><td>${status}</td><td>${status === 'unmet' ? '' : escaped(shortList(metBy))}</td></tr>`
}
