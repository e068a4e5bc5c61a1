import type { Host } from '../engine/kernel/host.ts'
import { formatCallName } from '../engine/journal/call-name.ts'
import { answerHttp, CONTROL, pathBelowBase } from '../engine/kernel/rest/http.ts'
import { findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import { answerBeside } from './beside.ts'
import type { Instance } from './instance.ts'
import { answerDry, isDryRun } from './dry-run.ts'
import { instanceOf, type Shell } from './instance-of.ts'
import { chooseWorld, isControl } from './which-world.ts'
import { nameInSecrets } from './world-credentials.ts'

export { CONTROL }

/** Routes a request to the API of its world, or to the control API. */
export function dispatch(main: Instance, sent: WireRequest): WireResponse | Promise<WireResponse> {
  const chosen = chooseWorld(main, sent)
  if ('refusal' in chosen) return chosen.refusal
  const { instance, request, isNamed, inSecrets } = chosen
  const { host, site } = instance
  const { url } = request
  // Only the API begins with this letter: check it first.
  if (!url.startsWith('/v')) {
    if (isControl(url) || (isPageOfBrowser(request) && site.control !== undefined)) return controlled(instance, request)
    if (url === '/favicon.ico' && host.beside === undefined) return noIcon
  }
  const refused = isNamed || !url.startsWith('/v') ? undefined : site.unaddressed?.(instance, request)
  if (refused !== undefined) return refused
  const answered = isDryRun(request)
    ? answerDry(instance, request, (fork) => answer(fork.host, request))
    : answer(host, request)
  if (inSecrets === undefined) return answered
  const named = (response: WireResponse) => nameInSecrets(host, request, response, inSecrets)
  return answered instanceof Promise ? answered.then(named) : named(answered)
}

/** Answer to what a browser asks of every host by itself: no request of the API, and no entry of the journal. */
const noIcon: WireResponse = { status: 404, headers: [], body: null }

/** Answers a request of the REST API: at once, except in a world that has an order for its calls. */
function answer(host: Host, request: WireRequest): WireResponse | Promise<WireResponse> {
  if (
    host.beside !== undefined &&
    host.kernel.router.find(request.method, pathBelowBase(request.url) ?? '') === undefined
  )
    return answerBeside(host, request).then((response) => response ?? answerHttp(host, request))
  return host.order.isOpen ? answerHttp(host, request) : answerInOrder(host, request)
}

/** Answers a call when its order lets it through, and a request that is no call at once. */
function answerInOrder(host: Host, request: WireRequest): WireResponse | Promise<WireResponse> {
  const { order } = host
  const unit = host.kernel.router.find(request.method, pathBelowBase(request.url) ?? '')?.unit
  if (unit === undefined) return answerHttp(host, request)
  const call = order.arrived(formatCallName(unit.id, request.url), 'http')
  return new Promise((resolve) => {
    order.pass(`${call} is handled`, () => {
      const response = answerHttp(host, request)
      order.pass(`${call} is answered`, () => resolve(response))
    })
  })
}

/** Answers a request in its wire form, for transports. */
export function handle(emulator: Shell, request: WireRequest): WireResponse | Promise<WireResponse> {
  return dispatch(instanceOf(emulator), request)
}

function controlled(instance: Instance, request: WireRequest): WireResponse | Promise<WireResponse> {
  return instance.site.control?.(instance, request) ?? noControl
}

/**
 * True for a person who opens the address of the server: programs do not ask for HTML. The control API redirects to the
 * inspector.
 */
function isPageOfBrowser({ method, url, headers }: WireRequest): boolean {
  return url === '/' && method === 'GET' && findHeader(headers, 'accept')?.includes('text/html') === true
}

const noControl: WireResponse = {
  status: 404,
  headers: ['content-type', 'application/json'],
  body: JSON.stringify({ error: 'not_found', message: 'This emulator offers no control API.' }),
}
