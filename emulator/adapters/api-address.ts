/** Where a client under test expects an API: the URLs below it, and everything else on its host. */

export const REST_SCHEMES = 'https?'
export const SOCKET_SCHEMES = 'wss?'

/** Names of this machine. Each of its ports is another program's. */
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

interface Parts {
  /** `https:`; undefined: any. */
  readonly scheme?: string
  /** With its port; undefined: any. */
  readonly host?: string
  readonly path: string
}

/** An address of an API: a URL, a path of the page (`/api/v1`), or either with `*` for whatever stands there. */
export class ApiAddress {
  readonly text: string
  readonly #parts: Parts
  readonly #page: URL | undefined
  readonly #schemes: string
  readonly #start: RegExp

  /** `page`: URL of the page that a path is relative to; without one the path is taken on any host. */
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

  /** What a URL has below this address: `/users/me?limit=1`, or nothing for the address itself. Undefined for a URL elsewhere. */
  below(url: string): string | undefined {
    const start = this.#start.exec(url)
    return start === null ? undefined : url.slice(start[0].length)
  }

  /** Source of a regular expression for the URLs at this address and below it. */
  get own(): string {
    return this.#start.source.slice(1)
  }

  /**
   * Source of a regular expression for the URLs, of any scheme and port, that mean the same host. Of this machine only the same port, and
   * of the page's own host only what starts as the address does: the rest is there for others. Undefined where the address names no host.
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

function parseAddress(text: string, schemes: string, page: URL | undefined): Parts {
  if (text.startsWith('*')) return { path: text }
  if (text.startsWith('/')) {
    if (page === undefined) return { path: text }
    const scheme = page.protocol.slice(0, -1)
    // A path is a socket's, too: browsers resolve it against the page and take `ws` for `http`.
    return { scheme: schemes === SOCKET_SCHEMES ? scheme.replace(/^http/, 'ws') : scheme, host: page.host, path: text }
  }
  const [, scheme = '', host = '', path = ''] = /^(\w+):\/\/([^/]*)(.*)$/.exec(text)!
  if (host.includes('*') || path.includes('*')) return { scheme, host: host.toLowerCase(), path }
  const url = new URL(text)
  return { scheme, host: url.host, path: url.pathname.replace(/\/$/, '') }
}

/** A text in a regular expression; each `*` in it stands for `any`. */
function glob(text: string, any: string): string {
  return text
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'))
    .join(any)
}

/** The page that the client under test runs in, in a browser or in what stands in for one. */
function pageUrl(): string | undefined {
  const { location } = globalThis as { location?: { readonly href?: string; readonly host?: string } }
  return location?.host ? location.href : undefined
}
