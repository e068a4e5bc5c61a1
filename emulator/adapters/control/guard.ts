import type { ControlPolicy } from '../../host/site.ts'
import { TOKEN_HEADER } from '../../host/token-header.ts'
import { findHeader, type WireRequest } from '../../engine/kernel/wire.ts'
import { ControlError } from './handler.ts'

/** Refuses a request without a required token (401), with a foreign `Host`, or from another machine (403). */
export function requireTrust(request: WireRequest, policy: ControlPolicy): void {
  if (hasToken(request, policy)) return
  if (policy.tokenRequired) {
    throw new ControlError(
      'token_required',
      `This server asks for its control token: send it as ${TOKEN_HEADER}. It is printed when the server starts, unless it was given.`,
    )
  }
  requireOwnName(request, policy)
  if (request.elsewhere !== true) return
  throw new ControlError(
    'forbidden_host',
    `The control API answers other machines with the control token alone: start the server with --control-token, and send it as ${TOKEN_HEADER}. This request was forwarded from another machine.`,
  )
}

/** Refuses a request whose `Host` is no name of the server (403). */
export function requireOwnName(request: WireRequest, policy: ControlPolicy): void {
  // A page that makes a foreign name resolve to this machine (DNS rebinding) shows that name in `Host`.
  // In process there is no `Host`; over a network only a program can leave it out, and no browser.
  const host = findHeader(request.headers, 'host')
  if (host === undefined || isOwnName(host, policy)) return
  throw new ControlError(
    'forbidden_host',
    `The control API answers requests to a name of this server or with the control token (${TOKEN_HEADER}); this request was sent to '${host}'. Start the server with --name to give it a name.`,
  )
}

/**
 * Refuses requests of pages of another site (403), by `Origin` and `Sec-Fetch-Site`. With `cors` it takes those of
 * `mayRead`.
 */
export function refuseForeignPages(request: WireRequest, policy: ControlPolicy, cors: boolean): void {
  const origin = findHeader(request.headers, 'origin')
  if (origin !== undefined && cors && mayRead(request, policy)) return
  if (origin !== undefined && !isSame(origin, findHeader(request.headers, 'host'))) {
    throw new ControlError(
      'forbidden_origin',
      `The control API answers no page of another origin; this one is '${origin}'.`,
    )
  }
  const site = findHeader(request.headers, 'sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return
  // Following a link to the inspector is fine: nobody but the person sees the answer.
  const navigates =
    findHeader(request.headers, 'sec-fetch-mode') === 'navigate' &&
    findHeader(request.headers, 'sec-fetch-dest') === 'document'
  if (navigates && request.method === 'GET') return
  throw new ControlError('forbidden_origin', 'The control API answers no page of another site.')
}

/** True if CORS lets a page read the control API: pages of a name of this server, and those that have its token. */
export function mayRead(request: WireRequest, policy: ControlPolicy): boolean {
  return isOwnOrigin(request, policy) || hasToken(request, policy)
}

/** True if the page that sent a request comes from a name of this server, at any port. */
export function isOwnOrigin({ headers }: Pick<WireRequest, 'headers'>, policy: ControlPolicy): boolean {
  const host = /^https?:\/\/([^/@]+)$/i.exec(findHeader(headers, 'origin') ?? '')?.[1]
  return host !== undefined && isOwnName(host, policy)
}

/** True if a `Host`, with or without its port, is a name of this server. */
export function isOwnName(host: string, { names = [] }: ControlPolicy): boolean {
  const name = readName(host)
  return name !== undefined && (isLoopback(host) || names.includes(name))
}

/** True if the origin is the host of the request. In process there is no `Host`, and no page of another site. */
function isSame(origin: string, host: string | undefined): boolean {
  if (host === undefined) return false
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]
  return authority !== undefined && authority.toLowerCase() === host.toLowerCase()
}

function hasToken(request: WireRequest, { token }: ControlPolicy): boolean {
  const given = findHeader(request.headers, TOKEN_HEADER)
  if (given === undefined || token === undefined) return false
  if (equal(given, token)) return true
  throw new ControlError('wrong_token', `The control token in ${TOKEN_HEADER} is not the one of this server.`)
}

/** Compares in constant time. */
function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length))
  return difference === 0
}

/** True for a `Host` that names this machine. */
export function isLoopback(host: string): boolean {
  const name = readName(host)
  if (name === undefined) return false
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(name)
  )
}

/** The name in a `Host`: in lower case, without port, brackets and the dot at its end. */
function readName(host: string): string | undefined {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? []
  return address ?? name?.replace(/\.$/, '')
}
