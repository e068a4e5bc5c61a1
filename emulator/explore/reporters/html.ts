import { escapedMarkup as escaped } from '../../diagnostics/markup.ts'
import type { ExploreReport, Finding } from '../report.ts'
import { plural } from './plural.ts'

/** The report as one page that needs nothing else. */
export function exploreHtml(report: ExploreReport, sentenceOf: (clause: string) => string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Exploration of ${escaped(report.subject)}</title>
<style>${style}</style>
</head>
<body>
<h1>Exploration of <code>${escaped(report.subject)}</code></h1>
<p>${plural(report.experiments.length, 'experiment')} at ${plural(report.points.length, 'call')}, <strong>${plural(report.findings.length, 'finding')}</strong>.</p>
${report.findings.map((finding) => findingHtml(finding, sentenceOf)).join('\n')}
<h2>Experiments</h2>
<table><thead><tr><th scope="col">Call</th><th scope="col">Fault</th><th scope="col">Verdict</th></tr></thead>
<tbody>${report.experiments.map(({ point, what, verdict }) => `<tr class="${verdict}"><td>${escaped(point ?? 'the whole run')}</td><td>${escaped(what)}</td><td>${verdict}</td></tr>`).join('\n')}</tbody></table>
</body>
</html>
`
}

function findingHtml({ verdict, what, because, lesson, clauses, cases, of }: Finding, sentenceOf: (clause: string) => string): string {
  return `<section><h2>${verdict}: ${escaped(what)}</h2>
<p>${cases.length} of ${of}: ${cases.map(({ point }) => `<code>${escaped(point ?? 'the whole run')}</code>`).join(', ')}</p>
${orderHtml(cases[0]?.order)}<pre>${escaped(because)}</pre><p>${escaped(lesson)}</p>
<ul>${clauses.map((clause) => `<li><code>${escaped(clause)}</code>: ${escaped(sentenceOf(clause))}</li>`).join('')}</ul></section>`
}

function orderHtml(order: readonly string[] = []): string {
  return order.length === 0 ? '' : `<ol>${order.map((line) => `<li>${escaped(line)}</li>`).join('')}</ol>`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
section { border-inline-start: 4px solid #c62828; margin: 1rem 0; padding: 0 1rem; }
pre { overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #8888; padding: .25rem .5rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
`
