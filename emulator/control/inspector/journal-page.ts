import type { Inspector } from './types.ts'

/** The journal, live. Runs in the browser, see types.ts. */
export function journalPage({ call, listen, h, page, act, statement, json, base }: Inspector): void {
  const kept = 500
  let stop: (() => void) | undefined

  page('journal', 'Journal', async (root) => {
    stop?.()
    const rows = h('tbody')
    const detail = h('aside', { class: 'detail' }, h('p', { class: 'empty' }, 'Choose a request to see what decided it.'))
    const filter = h('input', { type: 'search', placeholder: 'Filter: path, caller, status, clause…', 'aria-label': 'Filter', oninput: () => applyFilter() }) as HTMLInputElement
    const pause = h('input', { type: 'checkbox' }) as HTMLInputElement
    const waiting: Entry[] = []
    pause.addEventListener('change', () => {
      if (!pause.checked) for (const entry of waiting.splice(0)) add(entry)
    })
    const empty = h('p', { class: 'empty' }, 'Nothing has come in yet. Requests appear here as they are answered.')
    root.append(
      h('div', { class: 'tools' }, filter, h('label', {}, pause, ' pause'), h('button', { onclick: () => act(async () => {
        await call('DELETE', '/journal')
        rows.replaceChildren()
        empty.hidden = false
      }) }, 'Clear')),
      h('div', { class: 'split' }, h('div', { class: 'list' }, h('table', {}, h('thead', {}, h('tr', {}, ...['#', 'Request', 'Caller', 'Answer', ''].map((title) => h('th', {}, title)))), rows), empty), detail),
    )
    const { entries, next } = await call('GET', `/journal?limit=${kept}`)
    for (const entry of entries) add(entry)
    const end = listen(`/journal/stream?after=${next}`, ({ data }) => {
      const entry = JSON.parse(data)
      if (pause.checked) waiting.push(entry)
      else add(entry)
    })
    // Gone from the page, gone from the stream.
    stop = end
    addEventListener('hashchange', end, { once: true })

    function add(entry: Entry) {
      if (entry.via === 'time') return
      empty.hidden = true
      rows.prepend(rowOf(entry, () => {
        for (const other of rows.querySelectorAll('[aria-selected]')) other.removeAttribute('aria-selected')
        detail.replaceChildren(...detailOf(entry))
      }))
      while (rows.children.length > kept) rows.lastElementChild!.remove()
      applyFilter(rows.firstElementChild as HTMLElement)
    }

    function applyFilter(only?: HTMLElement) {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
      for (const row of only ? [only] : rows.children as Iterable<HTMLElement>) row.hidden = !words.every((word) => row.dataset['text']!.includes(word))
    }
  })

  // oxlint-disable-next-line typescript/no-explicit-any
  type Entry = any

  function rowOf(entry: Entry, choose: () => void): HTMLElement {
    const { number, via, unit, caller, error, request, response, triggers, notes, defect } = entry
    const status = response?.status ?? 0
    const row: HTMLElement = h('tr', { tabindex: 0, onclick: pick, onkeydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') pick(event)
    } },
    h('td', { class: 'number' }, String(number)),
    h('td', { class: 'what' }, h('span', { class: 'method' }, via === 'socket' ? 'CALL' : request.method), h('span', {}, via === 'socket' ? unit ?? '?' : request.url)),
    h('td', {}, caller ?? '–'),
    h('td', {}, h('span', { class: `status s${error ? Math.floor(status / 100) || 4 : 2}` }, error ?? String(status))),
    h('td', { class: 'flags' }, triggers.length > 0 ? h('span', { title: `triggers: ${triggers.join(', ')}` }, '⚡') : null, notes.length > 0 ? h('span', { title: notes.join('\n') }, '✎') : null, defect ? h('span', { title: 'defect of the emulator' }, '🐞') : null))
    row.dataset['text'] = [number, via, unit, caller, error, status, request.method, request.url, ...entry.clauses, ...entry.assumptions, ...triggers].join(' ').toLowerCase()
    function pick(event: Event) {
      event.preventDefault()
      choose()
      row.setAttribute('aria-selected', 'true')
    }
    return row
  }

  function detailOf(entry: Entry): HTMLElement[] {
    const { request, response, duration } = entry
    const parts = [
      h('h2', {}, entry.via === 'socket' ? entry.unit ?? 'call' : `${request.method} ${request.url}`),
      h('p', { class: 'dim' }, `${entry.at} · ${duration.real_ms} ms${duration.world_ms > 0 ? ` · ${duration.world_ms} ms of world time` : ''} · ${entry.unit ?? 'no endpoint'}${entry.acting_for ? ` · acting for ${entry.acting_for}` : ''}`),
      ...entry.notes.map((note: string) => h('p', { class: 'hint' }, note)),
      ...(entry.defect ? [h('pre', { class: 'hint' }, entry.defect)] : []),
      ...(request.body === null ? [] : [h('h3', {}, 'Sent'), json(request.body)]),
      h('h3', {}, response === null ? 'No answer' : `Answered ${response.status}`), ...(response === null ? [] : [json(response.body)]),
      ...(response?.faults ? [h('p', { class: 'hint' }, `faults: ${response.faults.map((fault: object) => Object.keys(fault)[0]).join(', ')}`)] : []),
      ...(entry.triggers.length > 0 ? [h('h3', {}, 'Triggers'), h('p', {}, entry.triggers.join(', '))] : []),
      h('h3', {}, 'What decided it'), statementsOf([...entry.clauses, ...entry.assumptions]),
      h('details', {}, h('summary', {}, 'Headers'), h('h4', {}, 'Sent'), json(request.headers), h('h4', {}, 'Answered'), json(response?.headers ?? {})),
    ]
    if (entry.via === 'http') parts.push(h('details', {}, h('summary', {}, 'As a command'), h('pre', { class: 'json' }, curlOf(request))))
    return parts
  }

  function statementsOf(ids: readonly string[]): HTMLElement {
    const list = h('ul', { class: 'statements' })
    for (const id of ids) {
      const says = h('span', { class: 'dim' })
      list.append(h('li', { class: /^A-\d/.test(id) ? 'assumed' : '' }, h('code', {}, id), ' ', says))
      void statement(id).then((text) => {
        says.textContent = text
      })
    }
    return list
  }

  /** Secrets are not in the journal: the key is left to fill in. */
  function curlOf({ method, url, body }: Entry): string {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
    const address = location.origin + base.replace(/\/__emulator$/, '') + url
    return `curl -X ${method} -H 'X-API-Key: …' ${body === null ? '' : `--json ${quoted(JSON.stringify(body))} `}${quoted(address)}`
  }
}
