import type { Inspector } from './types.ts'

/** The frame of the page: navigation, head, calls and messages. Runs in the browser, see types.ts. */
export function core(): Inspector {
  const base = location.pathname.replace(/\/+$/, '')
  // A server beyond this machine prints an address with its token; it is kept for this tab and leaves the address bar.
  const given = /[#&]token=([^&]+)/.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem('svc-emulator-token', decodeURIComponent(given))
    history.replaceState(null, '', location.pathname)
  }
  const headers = (): Record<string, string> => {
    const token = sessionStorage.getItem('svc-emulator-token')
    return token === null ? {} : { 'x-emulator-token': token }
  }
  const main = document.querySelector('main')!
  const nav = document.querySelector('nav ul')!
  const pages = new Map<string, { show: (root: HTMLElement) => void | Promise<void>; link: HTMLElement }>()
  let statements: Promise<Map<string, string>> | undefined

  const inspector: Inspector = {
    base,
    async call(method, path, body) {
      const response = await fetch(base + path, {
        method, headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(answer.message)
      return answer
    },
    listen(path, heard) {
      const ended = new AbortController()
      const read = async () => {
        const response = await fetch(base + path, { headers: headers(), signal: ended.signal })
        const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
        let text = ''
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          const events = (text + part.value).split('\n\n')
          text = events.pop()!
          for (const event of events) {
            const data = /^data: (.*)$/m.exec(event)?.[1]
            if (data !== undefined) heard({ id: Number(/^id: (.*)$/m.exec(event)?.[1]), data })
          }
        }
      }
      read().catch((error) => {
        if (!ended.signal.aborted) inspector.say(`The journal is no longer live: ${error.message}`, true)
      })
      return () => ended.abort()
    },
    h(tag, attributes = {}, ...children) {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener)
        else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value === true ? '' : String(value))
      }
      element.append(...children.filter((child) => child !== null && child !== undefined))
      return element
    },
    page(name, title, show) {
      const link = inspector.h('a', { href: `#${name}` }, title)
      nav.append(inspector.h('li', {}, link))
      pages.set(name, { show, link })
    },
    open(name) {
      if (location.hash === `#${name}`) showPage()
      else location.hash = name
    },
    say(text, bad = false) {
      const note = inspector.h('div', { class: bad ? 'note bad' : 'note', role: bad ? 'alert' : 'status' }, text)
      document.body.append(note)
      setTimeout(() => note.remove(), bad ? 8_000 : 2_500)
    },
    async act(work) {
      try {
        await work()
      } catch (error) {
        inspector.say((error as Error).message, true)
      }
      await inspector.refresh()
    },
    async statement(id) {
      statements ??= inspector.call('GET', '/clauses').then(({ clauses, assumptions }) => new Map(
        [...clauses, ...assumptions].map((each: { id: string; title?: string; statement: string }) => [each.id, each.title ? `${each.title}. ${each.statement}` : each.statement]),
      ))
      return (await statements).get(id) ?? ''
    },
    async refresh() {
      try {
        const { version, scenario, seed, now } = await inspector.call('GET', '/health')
        document.querySelector('#scenario')!.textContent = scenario
        document.querySelector('#seed')!.textContent = `seed ${seed}`
        document.querySelector('#version')!.textContent = version
        document.querySelector('#now')!.textContent = now.replace('T', ' ').replace('Z', '')
      } catch (error) {
        inspector.say((error as Error).message, true)
      }
    },
    json(value) {
      return inspector.h('pre', { class: 'json' }, JSON.stringify(value, null, 2))
    },
  }

  function showPage() {
    const [first] = pages.keys()
    const name = pages.has(location.hash.slice(1)) ? location.hash.slice(1) : first!
    for (const [each, { link }] of pages) link.toggleAttribute('aria-current', each === name)
    // Each page gets an element of its own: an answer that comes late cannot write into another page.
    const root = inspector.h('section', { class: `page ${name}` })
    main.replaceChildren(root)
    void inspector.act(async () => pages.get(name)!.show(root))
  }
  addEventListener('hashchange', showPage)
  addEventListener('DOMContentLoaded', showPage)
  const world = /\/w\/([^/]+)\//.exec(`${base}/`)?.[1]
  if (world !== undefined) document.querySelector('#world')!.textContent = `world ${world}`
  return inspector
}
