import type { Inspector } from './types.ts'

/** World time, scenarios, snapshots and worlds. Runs in the browser, see types.ts. */
export function timePage({ call, h, page, act, say, open, base }: Inspector): void {
  const buttons = document.querySelector('#time')!
  for (const duration of ['1s', '1m', '1h', '1d']) {
    buttons.append(h('button', { class: 'quiet', title: `Move world time ahead by ${duration}`, onclick: () => act(async () => {
      await call('POST', '/clock', { advance: duration })
    }) }, `+${duration}`))
  }
  document.querySelector('#reset')!.addEventListener('click', () => void act(async () => {
    await call('POST', '/reset')
    say('Back at the start')
    open(location.hash.slice(1) || 'journal')
  }))

  page('worlds', 'Time and worlds', async (root) => {
    const [{ snapshots }, { worlds }, { scenarios, current }] = await Promise.all([call('GET', '/snapshots'), call('GET', '/worlds'), call('GET', '/scenarios')])
    const again = () => open('worlds')
    root.append(h('div', { class: 'cards' }, timeCard(), snapshotCard(snapshots, again), worldCard(worlds, again), scenarioCard(scenarios, current, again), stateCard(again)))
  })

  function card(title: string, about: string, ...children: (HTMLElement | null)[]): HTMLElement {
    return h('article', { class: 'card' }, h('h2', {}, title), h('p', { class: 'dim' }, about), ...children)
  }

  function timeCard(): HTMLElement {
    const by = h('input', { value: '90m', 'aria-label': 'Duration' }) as HTMLInputElement
    const to = h('input', { placeholder: '2026-02-01T00:00:00Z', 'aria-label': 'Time' }) as HTMLInputElement
    return card('World time', 'Moves only ahead. What is due on the way happens in order: operations, executions, schedules.',
      h('div', { class: 'tools' }, by, h('button', { onclick: () => act(() => call('POST', '/clock', { advance: by.value })) }, 'Advance')),
      h('div', { class: 'tools' }, to, h('button', { onclick: () => act(() => call('POST', '/clock', { set: to.value })) }, 'Set')))
  }

  function snapshotCard(snapshots: readonly { name: string; now: string }[], again: () => void): HTMLElement {
    const name = h('input', { placeholder: 'name', 'aria-label': 'Name of the snapshot' }) as HTMLInputElement
    return card('Snapshots', 'Records, ids, clock and triggers, to come back to.',
      h('ul', { class: 'rows' }, ...snapshots.map((each) => h('li', {}, h('span', {}, each.name), h('span', { class: 'dim' }, each.now), h('button', { onclick: () => act(async () => {
        await call('POST', `/snapshots/${encodeURIComponent(each.name)}/restore`)
        say(`Back at ${each.name}`)
      }) }, 'Restore')))),
      h('div', { class: 'tools' }, name, h('button', { onclick: () => act(async () => {
        await call('POST', '/snapshots', name.value === '' ? {} : { name: name.value })
        again()
      }) }, 'Take')))
  }

  function worldCard(worlds: readonly { world: string; control_url: string }[], again: () => void): HTMLElement {
    const create = (from: string) => () => act(async () => {
      await call('POST', '/worlds', { from })
      again()
    })
    return card('Worlds', 'Isolated from this one, on the same port.',
      h('ul', { class: 'rows' }, ...worlds.map(({ world, control_url: url }) => h('li', {}, h('a', { href: `${new URL(url).pathname}/` }, world), h('span', { class: 'dim' }, new URL(url).pathname.replace(/\/__emulator$/, '/v1')), h('button', { onclick: () => act(async () => {
        await call('DELETE', `/worlds/${world}`)
        again()
      }) }, 'Delete')))),
      h('div', { class: 'tools' }, h('button', { onclick: create('start') }, 'From the start'), h('button', { onclick: create('current') }, 'From now'),
        base.startsWith('/w/') ? h('a', { href: '/__emulator/' }, 'to the main world') : null))
  }

  function scenarioCard(scenarios: readonly { name: string; about: string }[], current: string, again: () => void): HTMLElement {
    return card('Scenarios', `In force: ${current}`,
      h('ul', { class: 'rows' }, ...scenarios.map(({ name, about }) => h('li', {}, h('span', { title: about }, name), h('button', { onclick: () => act(async () => {
        await call('POST', '/scenario', { name })
        say(`Started ${name}`)
        again()
      }) }, 'Start')))))
  }

  function stateCard(again: () => void): HTMLElement {
    const file = h('input', { type: 'file', accept: 'application/json', 'aria-label': 'State file', onchange: () => act(async () => {
      const [chosen] = (file as HTMLInputElement).files!
      await call('PUT', '/export', JSON.parse(await chosen!.text()))
      say('Imported')
      again()
    }) })
    const save = () => act(async () => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(await call('GET', '/export'))], { type: 'application/json' }))
      const link = h('a', { href: url, download: 'svc-emulator-state.json' })
      link.click()
      URL.revokeObjectURL(url)
    })
    return card('State as a file', 'For --state, createEmulator({ state }) and colleagues.', h('div', { class: 'tools' }, h('button', { onclick: save }, 'Export'), file))
  }
}
