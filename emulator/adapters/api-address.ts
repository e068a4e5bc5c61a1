/** Address at which a client under test expects an API. */

export const REST_SCHEMES = 'https?'
export const SOCKET_SCHEMES = 'wss?'

/** Names of this machine, where each port belongs to another program. */
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

interface AddressParts {
  /** `https:`; undefined for any. */
  readonly scheme?: string
  /** Host with its port; undefined for any. */
  readonly host?: string
  readonly path: string
}

/** Address of an API: a URL, a path of the page (`/api/v1`), or either with `*` as a wildcard. */
export class ApiAddress {
  readonly text: string
  readonly #parts: AddressParts
  readonly #page: URL | undefined
  readonly #schemes: string
  readonly #start: RegExp

  /** `page` is the URL that a path is relative to; without it the path is matched on any host. */
  constructor(text: string, schemes: string, page: string | undefined = pageUrl()) {
    this.text = text.replace(/\/+$/, '')
    this.#schemes = schemes
    this.#page = page === undefined ? undefined : new URL(page)
    this.#parts = parseAddress(this.text, schemes, this.#page)
    const { scheme = schemes, host, path } = this.#parts
    this.#start = new RegExp(
      `^${scheme}://${host === undefined ? '[^/?#]*' : glob(host, '[^/?#]*')}${glob(path, '[^?#]*?')}(?=[/?#]|$)`,
    )
  }

  /**
   * Part of a URL below this address: `/users/me?limit=1`, empty for the address itself. Undefined for a URL elsewhere.
   */
  below(url: string): string | undefined {
    const start = this.#start.exec(url)
    return start === null ? undefined : url.slice(start[0].length)
  }

  /** Path of this address: `/api/v1`; undefined where a wildcard leaves it open. */
  get path(): string | undefined {
    const { host, path } = this.#parts
    // A wildcard in front stands for the host, and for as much of the path as comes before.
    const known = host === undefined ? path.replace(/^\*/, '') : path
    return known.includes('*') ? undefined : known
  }

  /** Source of a regular expression for URLs at this address and below it. */
  get own(): string {
    return this.#start.source.slice(1)
  }

  /**
   * Source of a regular expression for all URLs on this host, with any scheme and port. On this machine only the port
   * of the address counts, and on the page's own host only paths below the address: the rest belongs to others.
   * Undefined if the address names no host.
   */
  get host(): string | undefined {
    const { host, path } = this.#parts
    if (host === undefined) return undefined
    const [, name = host, port = ''] = /^(.*?)(:[\d*]+)?$/.exec(host)!
    const anyPort = loopback.test(name) ? glob(port, '[^/?#]*') : '(?::\\d+)?'
    const [, first = ''] = path.split('/')
    const below = this.#page?.host === host && first !== '' ? `/${glob(first, '[^/?#]*')}` : ''
    return `${this.#schemes}://${glob(name, '[^/?#]*')}\\.?${anyPort}${below}(?=[/?#]|$)`
  }
}

function parseAddress(text: string, schemes: string, page: URL | undefined): AddressParts {
  if (text.startsWith('*')) return { path: text }
  if (text.startsWith('/')) {
    if (page === undefined) return { path: text }
    const scheme = page.protocol.slice(0, -1)
    // A path may also be that of a socket: browsers resolve it against the page and replace `http` with `ws`.
    return { scheme: schemes === SOCKET_SCHEMES ? scheme.replace(/^http/, 'ws') : scheme, host: page.host, path: text }
  }
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]*)(.*)$/.exec(text)!
  if (host.includes('*') || path.includes('*')) return { scheme, host: host.toLowerCase(), path }
  const url = new URL(text)
  return { scheme, host: url.host, path: url.pathname.replace(/\/$/, '') }
}

/** Escapes a text for a regular expression; each `*` becomes `any`. */
function glob(text: string, any: string): string {
  return text
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'))
    .join(any)
}

/** URL of the page that the client under test runs in, in a browser or a simulated one. */
function pageUrl(): string | undefined {
  const { location } = globalThis as { location?: { readonly href?: string; readonly host?: string } }
  return location?.host ? location.href : undefined
}
