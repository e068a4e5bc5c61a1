import type { Inspector } from './types.ts'

/** Faults and changes in force. Runs in the browser, see types.ts. */
export function triggersPage({ call, h, page, act, json, open }: Inspector): void {
  const examples: Record<string, unknown> = {
    'Fail the second request': { name: 'second-fails', when: { endpoint: 'GET /users/me', nth: 2 }, do: [{ fail: { error: 'internal_error' } }] },
    'Slow answers': { when: { endpoint: '*' }, do: [{ delay: '500ms' }] },
    'An outage in front of the service': { when: { endpoint: '*', first: 3 }, do: [{ fail: { status: 503, body: 'upstream down' } }] },
    'A lost answer': { when: { endpoint: 'POST /orgs' }, do: [{ lose_response: true }] },
    'A record that goes between two pages': { when: { command: 'workflow.list_sessions', nth: 1, at: 'after' }, do: [{ delete: { sessions: 'run-16' } }] },
    'A closed socket': { when: { command: '*', via: 'socket' }, do: [{ close: { code: 1013, reason: 'try again later' } }] },
  }

  page('triggers', 'Triggers', async (root) => {
    const { triggers } = await call('GET', '/triggers')
    const area = h('textarea', { spellcheck: false, rows: 10, 'aria-label': 'Trigger as JSON' }) as HTMLTextAreaElement
    const example = h('select', { 'aria-label': 'Example', onchange: (event: Event) => {
      area.value = JSON.stringify(examples[(event.target as HTMLSelectElement).value], null, 2)
    } }, ...Object.keys(examples).map((name) => h('option', {}, name)))
    area.value = JSON.stringify(Object.values(examples)[0], null, 2)
    const add = () => act(async () => {
      await call('POST', '/triggers', JSON.parse(area.value))
      open('triggers')
    })
    root.append(h('div', { class: 'split' },
      h('div', { class: 'list' },
        triggers.length === 0 ? h('p', { class: 'empty' }, 'No trigger is in force: every request is answered as it should be.') : null,
        ...triggers.map(rowOf),
        triggers.length > 1 ? h('button', { onclick: () => act(async () => {
          await call('DELETE', '/triggers')
          open('triggers')
        }) }, 'Take all away') : null),
      h('aside', { class: 'detail' }, h('h2', {}, 'Add a trigger'), example, area, h('div', { class: 'tools' }, h('button', { class: 'main', onclick: add }, 'Add')))))
  })

  // oxlint-disable-next-line typescript/no-explicit-any
  function rowOf({ id, name, matched, fired, problem, trigger }: any): HTMLElement {
    return h('article', { class: 'card' },
      h('div', { class: 'tools' }, h('h2', {}, name ?? id), h('span', { class: matched === 0 ? 'pill quiet' : 'pill' }, matched === 0 ? 'never matched' : `matched ${matched}, fired ${fired}`),
        h('button', { onclick: () => act(async () => {
          await call('DELETE', `/triggers/${id}`)
          open('triggers')
        }) }, 'Take away')),
      problem ? h('p', { class: 'hint' }, problem) : null,
      json({ when: trigger.when, do: trigger.do }))
  }
}
