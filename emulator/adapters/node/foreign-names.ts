import { CONTROL } from '../../host/dispatch.ts'
import { addressedWorld } from '../../host/which-world.ts'
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refusePage } from '../../engine/kernel/rest/refuse-page.ts'
import { findHeader, type WireRequest, type WireResponse } from '../../engine/kernel/wire.ts'
import { isOwnName } from '../control/guard.ts'

/** Refuses a request that a server must not serve; undefined for any other. */
export type Guard = (request: WireRequest) => WireResponse | undefined

/**
 * Refuses browsers that reach a server on this machine by a foreign name: a page may make its own name resolve to
 * 127.0.0.1 (DNS rebinding), and its requests are then same-origin. `cors` allows them. Programs are served under any
 * name.
 */
export function foreignNames(emulator: Emulator): Guard {
  return (request) => {
    const name = findHeader(request.headers, 'host')
    const main = instanceOf(emulator)
    if (name === undefined || isOwnName(name, main.site.policy) || !isOfBrowser(request)) return undefined
    const { instance, url } = addressedWorld(main, request.url) ?? { instance: main, url: request.url }
    // The control API has a rule of its own.
    if (instance.host.cors || url.startsWith(CONTROL)) return undefined
    return refusePage(
      instance.host,
      request,
      `This server listens on this machine only, and a browser reached it as '${name}': open it as localhost or 127.0.0.1, or start it with --name ${name.replace(/:\d*$/, '')}, or with --cors to serve pages of any name.`,
      `a browser reached this machine as '${name}', which may be a page that makes its own name resolve here; start with --name or --cors to serve it`,
    )
  }
}

/**
 * True for a request by a browser. Without TLS it sends neither `Origin` nor `Sec-Fetch-Site` with a GET to the page's
 * own host; then only `User-Agent` tells.
 */
function isOfBrowser({ headers }: WireRequest): boolean {
  return (
    findHeader(headers, 'origin') !== undefined ||
    findHeader(headers, 'sec-fetch-site') !== undefined ||
    findHeader(headers, 'user-agent')?.startsWith('Mozilla/') === true
  )
}
