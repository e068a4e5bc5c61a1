import { formatShare } from '../../engine/checking/share.ts'
import { escapeMarkup as escape } from './escape-markup.ts'
import { countCases, type ReportCase, type ReportFinding, type Report, type ReportSection } from './report.ts'
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
  const texts = [about, verdict === 'passed' || message === about ? undefined : message].filter(
    (text) => text !== undefined,
  )
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

/** The style and the script of report pages. */

const style = `
:root{color-scheme:light dark;--ink:#1c2024;--dim:#697177;--line:#e3e6e8;--back:#fbfcfd;--card:#fff;--good:#2f9e62;--bad:#d1495b;--soft:#eef1f3}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--dim:#9aa3aa;--line:#2c3237;--back:#131618;--card:#1a1e21;--good:#4cc38a;--bad:#f2727f;--soft:#23282c}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:0 0 .4rem;overflow-wrap:anywhere}
.lead{margin:.4rem 0 0;font-weight:600}.remark,.note{color:var(--dim);margin:.2rem 0 0}.note{padding:0 1rem}
.finding{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:.6rem;padding:.8rem 1rem;margin-bottom:.6rem}
.finding p{margin:.2rem 0}
pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);border-radius:.4rem;padding:.4rem .6rem;margin:.3rem 0}
.meter{display:inline-block;height:.5rem;width:100%;border-radius:1rem;background:var(--soft);overflow:hidden}
.meter i{display:block;height:100%;background:var(--good);border-radius:1rem}
.tools{display:flex;gap:1rem;align-items:center;flex-wrap:wrap;margin-top:1rem}
.tools input[type=search]{flex:1;min-width:14rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
main{padding-top:0}
main>details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin-bottom:.6rem}
main>details>summary{display:grid;grid-template-columns:1fr 9rem 4rem;gap:1rem;align-items:center;padding:.7rem 1rem;cursor:pointer;list-style:none}
.name{font-weight:600;overflow-wrap:anywhere}.count{text-align:right;color:var(--dim);font-variant-numeric:tabular-nums}
ul{list-style:none;margin:0;padding:0}
main>details>ul>li{display:grid;grid-template-columns:7rem 1fr;gap:1rem;padding:.55rem 1rem;border-top:1px solid var(--line)}
.word{text-align:right;font-variant-numeric:tabular-nums;color:var(--dim)}
.passed>.word{color:var(--good)}.failed>.word{color:var(--bad)}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.tests{margin-top:.3rem;color:var(--dim);font-size:.85rem}.tests summary{cursor:pointer}.tests ol{margin:.2rem 0;padding-left:1.3rem}
[hidden]{display:none!important}
`

const script = `
const filter=document.getElementById('filter'),missing=document.getElementById('missing')
function apply(){
  const words=filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for(const section of document.querySelectorAll('main>details')){
    let shown=0
    for(const item of section.querySelectorAll(':scope>ul>li')){
      const text=item.textContent.toLowerCase()
      item.hidden=(missing.checked&&item.classList.contains('passed'))||!words.every(word=>text.includes(word))
      if(!item.hidden)shown++
    }
    section.hidden=shown===0
    if(words.length)section.open=shown>0
  }
}
filter.addEventListener('input',apply);missing.addEventListener('change',apply)
`
