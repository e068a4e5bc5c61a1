import { escapedMarkup as escaped } from '../../diagnostics/markup.ts'
import type { MutantOutcome, MutationReport } from '../report.ts'
import { scoreText } from './pretty.ts'
import { culpritOf, sentenceOf, shortList, type Told } from './told.ts'

/** The report as one page that needs nothing else. */
export function mutationHtml(report: MutationReport, told: Told): string {
  const survivors = report.outcomes.filter(({ status }) => status === 'survived')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Mutants of ${escaped(told.subject)}</title>
<style>${style}</style>
</head>
<body>
<h1>What <code>${escaped(told.subject)}</code> does not notice</h1>
<p><strong>${escaped(scoreText(report))}</strong></p>
${survivors.map((outcome) => survivorHtml(outcome, told)).join('\n')}
<h2>Every mutant</h2>
<table><thead><tr><th scope="col">Mutant</th><th scope="col">What is broken</th><th scope="col">Verdict</th><th scope="col">Met by</th></tr></thead>
<tbody>${report.outcomes.map(rowHtml).join('\n')}</tbody></table>
</body>
</html>
`
}

function survivorHtml(outcome: MutantOutcome, { rerun }: Told): string {
  return `<section><h2>${escaped(outcome.id)}</h2>
<p>${escaped(sentenceOf(outcome.clause))}</p>
<p>Nobody noticed that the ${culpritOf(outcome.clause)} ${escaped(outcome.breaks)}.</p>
<p>Met, and passed all the same: ${escaped(shortList(outcome.metBy))}</p>
<pre>${escaped(rerun(outcome))}</pre></section>`
}

function rowHtml({ id, clause, breaks, status, metBy }: MutantOutcome): string {
  return `<tr><td><code>${escaped(id)}</code></td><td>The ${culpritOf(clause)} ${escaped(breaks)}</td><td>${status}</td><td>${status === 'unmet' ? '' : escaped(shortList(metBy))}</td></tr>`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
section { border-inline-start: 4px solid #c62828; margin: 1rem 0; padding: 0 1rem; }
pre { overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8888; padding: .25rem .5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`
