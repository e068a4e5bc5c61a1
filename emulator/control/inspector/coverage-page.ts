import type { Inspector } from './types.ts'

/** How much of the contract was exercised. Runs in the browser, see types.ts. */
export function coveragePage({ call, h, page, base }: Inspector): void {
  interface Statement { id: string; section: string; statement: string; wire?: string; title?: string }

  page('coverage', 'Coverage', async (root) => {
    const all = h('input', { type: 'checkbox', onchange: () => show() }) as HTMLInputElement
    const missing = h('input', { type: 'checkbox', onchange: () => show() }) as HTMLInputElement
    const filter = h('input', { type: 'search', placeholder: 'Filter by id or words', 'aria-label': 'Filter', oninput: () => show() }) as HTMLInputElement
    const list = h('div')
    const summary = h('p', { class: 'lead' })
    root.append(summary, h('div', { class: 'tools' }, filter, h('label', {}, missing, ' only never exercised'), h('label', {}, all, ' all worlds, since the server started')), list)
    const { clauses, assumptions } = await call('GET', '/clauses')
    const statements: Statement[] = [
      ...clauses.filter(({ wire }: Statement) => wire !== 'client'),
      ...assumptions.map((each: Statement) => ({ ...each, section: 'Assumptions', statement: `${each.title}. ${each.statement}` })),
    ]
    await show()

    async function show() {
      const report = await call('GET', `/coverage?scope=${all.checked ? 'all' : 'world'}`)
      const counts = new Map<string, number>([...report.clauses.items, ...report.assumptions.items].map(({ id, count }) => [id, count]))
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
      const shown = ({ id, statement }: Statement) => words.every((word) => `${id} ${statement}`.toLowerCase().includes(word)) && !(missing.checked && counts.get(id)! > 0)
      const documented = statements.filter(({ section }) => section !== 'Assumptions')
      const met = documented.filter(({ id }) => counts.get(id)! > 0).length
      summary.replaceChildren(h('strong', {}, `${((met / documented.length) * 100).toFixed(1)} %`), ` of the specification: ${met} of ${documented.length} clauses of the service exercised. The same as a page: `, h('code', {}, `svc-emulator coverage ${location.origin}${base.replace(/\/__emulator$/, '')} --reporter html`))
      const open = new Set(Array.from(list.querySelectorAll<HTMLElement>('details[open]'), ({ dataset }) => dataset['section']))
      const sections = [...new Set(statements.map(({ section }) => section))]
      list.replaceChildren(...sections.map((section) => sectionOf(section, statements.filter((each) => each.section === section), counts, shown, open.has(section) || words.length > 0)).filter((each) => each !== undefined))
    }
  })

  function sectionOf(section: string, statements: Statement[], counts: Map<string, number>, shown: (each: Statement) => boolean, open: boolean): HTMLElement | undefined {
    const visible = statements.filter(shown)
    if (visible.length === 0) return undefined
    const met = statements.filter(({ id }) => counts.get(id)! > 0).length
    const meter = h('span', { class: 'meter' }, h('i', {}))
    ;(meter.firstElementChild as HTMLElement).style.width = `${(met / statements.length) * 100}%`
    const details = h('details', { class: 'card', open }, h('summary', {}, h('span', {}, section), meter, h('span', { class: 'count' }, `${met}/${statements.length}`)),
      h('ul', { class: 'statements' }, ...visible.map(({ id, statement }) => h('li', { class: counts.get(id)! > 0 ? 'met' : 'unmet' }, h('span', { class: 'count' }, counts.get(id)! > 0 ? String(counts.get(id)) : 'never'), h('div', {}, h('code', {}, id), h('p', { class: 'dim' }, statement))))))
    details.dataset['section'] = section
    return details
  }
}
