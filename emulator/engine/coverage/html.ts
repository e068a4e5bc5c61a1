import { escapedMarkup as escape } from '../checking/markup.ts'
import { reportPage } from '../checking/report-page.ts'
import { assumptionSection, totalOf, type CoveredSection, type CoveredStatement } from './sections.ts'
import type { CoverageReport } from './coverage.ts'

/** The report as one page that needs nothing else. */
export function coverageHtml(report: CoverageReport, sections: readonly CoveredSection[], title: string): string {
  const { total, exercised, percent } = totalOf(sections)
  const assumed = assumptionSection(report)
  return reportPage(
    title,
    `<header>
<h1>${escape(title)}</h1>
<p class="lead"><strong>${percent.toFixed(1)} %</strong> of the specification: ${exercised} of ${total} clauses exercised. ${assumed.exercised} of ${assumed.total} assumptions relied on.</p>
${meter(exercised, total)}
<div class="tools">
<input id="filter" type="search" placeholder="Filter by id or words" aria-label="Filter">
<label><input id="missing" type="checkbox"> only what was never exercised</label>
</div>
</header>
<main>
${[...sections, assumed].map(sectionHtml).join('\n')}
</main>`,
    { style, script },
  )
}

function sectionHtml({ title, total, exercised, statements }: CoveredSection): string {
  const open = exercised < total && title !== 'Assumptions' ? ' open' : ''
  return `<details${open}><summary><span class="name">${escape(title)}</span>${meter(exercised, total)}<span class="count">${exercised}/${total}</span></summary>
<ul>${statements.map(statementHtml).join('')}</ul></details>`
}

function statementHtml({ id, count, statement, tests }: CoveredStatement): string {
  const names =
    tests === undefined || tests.length === 0
      ? ''
      : `<details class="tests"><summary>${tests.length} ${tests.length === 1 ? 'test' : 'tests'}</summary><ol>${tests.map((name) => `<li>${escape(name)}</li>`).join('')}</ol></details>`
  return `<li class="${count > 0 ? 'hit' : 'miss'}"><span class="times" title="answers that rested on it">${count > 0 ? count : 'never'}</span><div><code>${escape(id)}</code><p>${escape(statement)}</p>${names}</div></li>`
}

function meter(exercised: number, total: number): string {
  const percent = total === 0 ? 100 : (exercised / total) * 100
  return `<span class="meter" role="img" aria-label="${Math.round(percent)} percent"><i style="width:${percent.toFixed(1)}%"></i></span>`
}

const style = `
:root{color-scheme:light dark;--ink:#1c2024;--dim:#697177;--line:#e3e6e8;--back:#fbfcfd;--card:#fff;--good:#2f9e62;--bad:#d1495b;--soft:#eef1f3}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--dim:#9aa3aa;--line:#2c3237;--back:#131618;--card:#1a1e21;--good:#4cc38a;--bad:#f2727f;--soft:#23282c}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.4rem;margin:0}
.lead{color:var(--dim);margin:.4rem 0 1rem}.lead strong{color:var(--ink);font-size:1.15rem}
.meter{display:inline-block;height:.5rem;width:100%;border-radius:1rem;background:var(--soft);overflow:hidden}
.meter i{display:block;height:100%;background:var(--good);border-radius:1rem}
.tools{display:flex;gap:1rem;align-items:center;flex-wrap:wrap;margin-top:1rem}
.tools input[type=search]{flex:1;min-width:14rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:inherit;font:inherit}
main{padding-top:0}
main>details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin-bottom:.6rem}
main>details>summary{display:grid;grid-template-columns:1fr 9rem 4rem;gap:1rem;align-items:center;padding:.7rem 1rem;cursor:pointer;list-style:none}
.name{font-weight:600}.count{text-align:right;color:var(--dim);font-variant-numeric:tabular-nums}
ul{list-style:none;margin:0;padding:0}
li.hit,li.miss{display:grid;grid-template-columns:4rem 1fr;gap:1rem;padding:.55rem 1rem;border-top:1px solid var(--line)}
.times{text-align:right;font-variant-numeric:tabular-nums;color:var(--good)}
.miss .times{color:var(--bad)}
code{font:13px ui-monospace,monospace}
li p{margin:.1rem 0 0;color:var(--dim)}
.tests{margin-top:.3rem;color:var(--dim);font-size:.85rem}.tests summary{cursor:pointer}.tests ol{margin:.2rem 0;padding-left:1.3rem}
[hidden]{display:none!important}
`

const script = `
const filter=document.getElementById('filter'),missing=document.getElementById('missing')
function apply(){
  const words=filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for(const section of document.querySelectorAll('main>details')){
    let shown=0
    for(const item of section.querySelectorAll('li.hit,li.miss')){
      const text=item.textContent.toLowerCase()
      item.hidden=(missing.checked&&item.classList.contains('hit'))||!words.every(word=>text.includes(word))
      if(!item.hidden)shown++
    }
    section.hidden=shown===0
    if(words.length)section.open=shown>0
  }
}
filter.addEventListener('input',apply);missing.addEventListener('change',apply)
`
