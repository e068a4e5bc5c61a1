import type { ControlPolicy } from '../../host/site.ts'
import { TOKEN_HEADER } from '../../host/token-header.ts'
import { findHeader, type WireRequest } from '../../engine/kernel/wire.ts'
import { ControlError } from './handler.ts'

/** Refuses a request without a required token (401), or with a foreign `Host` (403). */
export function requireTrust(request: WireRequest, policy: ControlPolicy): void {
  if (hasToken(request, policy)) return
  if (policy.tokenRequired) {
    throw new ControlError(
      'token_required',
      `This server asks for its control token: send it as ${TOKEN_HEADER}. It is printed when the server starts.`,
    )
  }
  requireOwnName(request)
}

/** Refuses a request whose `Host` is no name of this machine (403). */
export function requireOwnName(request: WireRequest): void {
  // A page that makes a foreign name resolve to this machine (DNS rebinding) shows that name in `Host`.
  // In process there is no `Host`; over a network only a program can leave it out, and no browser.
  const host = findHeader(request.headers, 'host')
  if (host === undefined || isLoopback(host)) return
  throw new ControlError(
    'forbidden_host',
    `The control API answers requests to a loopback host or with the control token (${TOKEN_HEADER}); this request was sent to '${host}'.`,
  )
}

/** Refuses requests of pages of another site (403), by `Origin` and `Sec-Fetch-Site`. */
export function refuseForeignPages(request: WireRequest): void {
  const origin = findHeader(request.headers, 'origin')
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
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host.trim().toLowerCase())?.[1]?.replace(/\.$/, '')
  if (name === undefined) return false
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(name)
  )
}
