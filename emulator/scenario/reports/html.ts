import { formatShare } from '../../engine/checking/share.ts'
import { escapeMarkup as escape } from './escape-markup.ts'
import { countCases, type ReportCase, type ReportFinding, type Report, type ReportSection } from './report.ts'
import { script, style } from './page-assets.ts'
import { plural } from '../../engine/checking/plural.ts'

/** Write a report as one page that needs nothing else, no fonts and no network. */
export function writeHtml({ title, sections, findings = [], remarks = [], summary }: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
${paragraphs(summary.split('\n'), 'lead')}
${paragraphs(remarks)}
<div class="tools">
<input id="filter" type="search" placeholder="Filter by id or words" aria-label="Filter">
<label><input id="missing" type="checkbox"> only what did not pass</label>
</div>
</header>
<main>
${findings.map(findingHtml).join('\n')}
${sections.map(sectionHtml).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
}

function paragraphs(lines: readonly string[], kind = 'remark'): string {
  return lines.map((line) => `<p class="${kind}">${escape(line)}</p>`).join('\n')
}

function findingHtml({ kind, title, lines }: ReportFinding): string {
  const told = lines.map((line) =>
    typeof line === 'string' ? `<p>${escape(line)}</p>` : `<pre>${escape(line.quote)}</pre>`,
  )
  return `<section class="finding"><h2>${escape(`${kind}: ${title}`)}</h2>
${told.join('\n')}</section>`
}

function sectionHtml(section: ReportSection): string {
  const { name, note, cases, remarks = [], aside } = section
  const passed = countCases(section, 'passed')
  const open = passed < cases.length && aside !== true ? ' open' : ''
  return `<details${open}><summary><span class="name">${escape(name)}</span>${meter(passed, cases.length)}<span class="count">${passed}/${cases.length}</span></summary>
${note === undefined ? '' : `<p class="note">${escape(note)}</p>`}${paragraphs(remarks, 'note')}<ul>${cases.map(caseHtml).join('')}</ul></details>`
}

function caseHtml({ name, verdict, word = verdict, about, message, details = [], tests = [] }: ReportCase): string {
  const texts = [about, verdict === 'passed' ? undefined : message].filter((text) => text !== undefined)
  const quoted = details.length === 0 ? '' : `<pre>${escape(details.join('\n'))}</pre>`
  return `<li class="${verdict}"><span class="word">${escape(word)}</span><div><code>${escape(name)}</code>${paragraphs(texts)}${quoted}${testsHtml(tests)}</div></li>`
}

function testsHtml(tests: readonly string[]): string {
  if (tests.length === 0) return ''
  const items = tests.map((name) => `<li>${escape(name)}</li>`).join('')
  return `<details class="tests"><summary>${plural(tests.length, 'test')}</summary><ol>${items}</ol></details>`
}

function meter(passed: number, total: number): string {
  const share = formatShare(passed, total)
  return `<span class="meter" role="img" aria-label="${share}"><i style="width:${share.replace(' ', '')}"></i></span>`
}
