import type { Inspector } from './types.ts'

/** The tables of the world, to look at and to change. Runs in the browser, see types.ts. */
export function statePage({ call, h, page, act, say }: Inspector): void {
  // oxlint-disable-next-line typescript/no-explicit-any
  type Row = Record<string, any>
  let chosen: string | undefined

  page('state', 'State', async (root) => {
    const { tables } = await call('GET', '/state')
    const names = Object.keys(tables)
    chosen ??= names.find((name) => tables[name] > 0) ?? names[0]!
    const view = h('div', { class: 'list' })
    const editor = h('aside', { class: 'detail' })
    const list = h('ul', { class: 'tables' })
    root.append(h('div', { class: 'split three' }, list, view, editor))
    const showTables = (counts: Record<string, number>) => list.replaceChildren(...names.map((name) => h('li', {}, h('button', {
      'class': counts[name] === 0 ? 'quiet none' : 'quiet', 'aria-current': name === chosen,
      onclick: () => act(async () => {
        chosen = name
        showTables((await call('GET', '/state')).tables)
        await showTable()
      }),
    }, h('span', {}, name), h('span', { class: 'count' }, String(counts[name]))))))
    const changed = async () => {
      showTables((await call('GET', '/state')).tables)
      await showTable()
    }
    showTables(tables)
    await showTable()

    async function showTable() {
      const table = chosen!
      editor.replaceChildren(h('p', { class: 'empty' }, 'Choose a record to change it.'))
      const { records, next } = await call('GET', `/state/${table}?limit=200`)
      const columns = columnsOf(records)
      const body = h('tbody', {}, ...records.map((record: Row) => rowOf(table, record, columns)))
      const more = h('button', { onclick: () => act(() => showMore(table, body, columns, more, next)) }, 'More')
      view.replaceChildren(
        h('div', { class: 'tools' }, h('h2', {}, table), h('button', { onclick: () => edit(table, undefined) }, 'New record')),
        records.length === 0 ? h('p', { class: 'empty' }, 'This table is empty.') : h('table', {}, h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', {}, name)))), body),
        ...(next === null ? [] : [more]),
      )
    }

    async function showMore(table: string, body: HTMLElement, columns: string[], more: HTMLElement, after: string) {
      const { records, next } = await call('GET', `/state/${table}?limit=200&after=${encodeURIComponent(after)}`)
      body.append(...records.map((record: Row) => rowOf(table, record, columns)))
      if (next === null) more.remove()
      else more.replaceWith(more = h('button', { onclick: () => act(() => showMore(table, body, columns, more, next)) }, 'More'))
    }

    function rowOf(table: string, record: Row, columns: string[]): HTMLElement {
      return h('tr', { tabindex: 0, onclick: () => edit(table, record), onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') edit(table, record)
      } }, ...columns.map((name) => h('td', { title: text(record[name]) }, text(record[name]))))
    }

    function edit(table: string, record: Row | undefined) {
      const area = h('textarea', { spellcheck: false, rows: 18, 'aria-label': 'Record as JSON' }) as HTMLTextAreaElement
      area.value = JSON.stringify(record ?? {}, null, 2)
      const save = () => act(async () => {
        const fields = JSON.parse(area.value)
        if (record === undefined) await call('POST', `/state/${table}`, fields)
        else await call('PUT', `/state/${table}/${record['id']}`, fields)
        await changed()
        say('Saved')
      })
      const remove = (id: string) => act(async () => {
        const { deleted } = await call('DELETE', `/state/${table}/${id}`)
        await changed()
        say(deleted === 1 ? 'Deleted' : `Deleted, with ${deleted - 1} that referred to it`)
      })
      editor.replaceChildren(
        h('h2', {}, record === undefined ? `New record in ${table}` : record.alias ?? record.name ?? record.id),
        area,
        h('div', { class: 'tools' }, h('button', { class: 'main', onclick: save }, 'Save'), record === undefined ? null : h('button', { class: 'bad', onclick: () => remove(record.id) }, 'Delete')),
        h('p', { class: 'dim' }, record === undefined ? 'What is left out is derived. References take an alias or an id.' : 'References take an alias or an id. Deleting takes with it what refers to the record.'),
      )
    }
  })

  /** What tells records apart first, times last. */
  function columnsOf(records: readonly Row[]): string[] {
    const names: string[] = [...new Set(records.slice(0, 50).flatMap((record) => Object.keys(record)))]
    const rank = (name: string) => ['alias', 'name', 'key', 'token'].includes(name) ? 0 : name === 'id' ? 2 : name.endsWith('_at') ? 4 : name.endsWith('_id') ? 3 : 1
    return names.toSorted((a, b) => rank(a) - rank(b))
  }

  function text(value: unknown): string {
    if (value === undefined || value === null) return '–'
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
