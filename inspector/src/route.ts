import { useEffect, useRef, useState } from 'preact/hooks'
import { percentDecoded } from '../../emulator/engine/checking/percent-decoded.ts'

/** A place in the page, as its address names it: `#/timeline/12?caller=ada`, `#try=GET /users/me&as=none`. */
export interface Route {
  readonly view: string
  /** Path after the view: the number of an entry; a table and an id. */
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export function parseRoute(hash: string): Route {
  if (hash.startsWith('#try='))
    return { view: 'try', parts: [], query: Object.fromEntries(new URLSearchParams(hash.slice(1))) }
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [view = '', ...parts] = path.split('/').map(percentDecoded)
  return {
    view: view || 'timeline',
    parts: parts.filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/**
 * Builds an address without empty values: `href('state', ['users'], { sort: 'alias' })` is `#/state/users?sort=alias`.
 */
export function href(
  view: string,
  parts: readonly (string | number)[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter(
    (each): each is [string, string] => each[1] !== undefined && each[1] !== '',
  )
  const search = new URLSearchParams(given).toString()
  return `#/${[view, ...parts].map((part) => encodeURIComponent(part)).join('/')}${search === '' ? '' : `?${search}`}`
}

/** True in the panel of another page: its address is of no use elsewhere, and its history is that of the page. */
export function isPanel(): boolean {
  return location.protocol === 'blob:'
}

/**
 * Goes to a place. With `replace`, no step is added to the browser's history: for a search that changes with each key,
 * and always in a panel.
 */
export function go(to: string, replace = isPanel()): void {
  if (to === location.hash) return
  if (!replace) {
    location.hash = to
    return
  }
  history.replaceState(null, '', to)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The place that the address names. `mayLeave` is asked before another view or record takes the place of this one. */
export function useRoute(mayLeave: () => Promise<boolean>, isHeld: () => boolean): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  const shown = useRef(location.hash)
  useEffect(() => {
    const changed = async () => {
      const to = location.hash
      if (isHeld() && isElsewhere(parseRoute(shown.current), parseRoute(to))) {
        history.replaceState(null, '', shown.current)
        if (await mayLeave()) go(to)
        return
      }
      shown.current = to
      setRoute(parseRoute(to))
    }
    const listener = () => void changed()
    addEventListener('hashchange', listener)
    return () => removeEventListener('hashchange', listener)
  }, [])
  return route
}

function isElsewhere(one: Route, other: Route): boolean {
  return one.view !== other.view || one.parts.join('/') !== other.parts.join('/')
}
