import type { Host } from '../engine/kernel/host.ts'
import { formatCallName } from '../engine/journal/call-name.ts'
import { CONTROL } from '../engine/kernel/rest/addresses.ts'
import { answerHeldHttp, answerHttp, pathBelowBase } from '../engine/kernel/rest/http.ts'
import { findFeatures } from '../engine/kernel/steps.ts'
import { type Client, findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import { answerBeside } from './beside.ts'
import type { Instance } from './instance.ts'
import { answerDry, DRY_RUN_HEADER, isDryRun } from './dry-run.ts'
import { instanceOf, type Shell } from './instance-of.ts'
import { chooseWorld, isControl } from './which-world.ts'

export { CONTROL }

/** Routes a request to the API of its world, or to the control API. */
export function dispatch(main: Instance, sent: WireRequest, client?: Client): WireResponse | Promise<WireResponse> {
  const chosen = chooseWorld(main, sent)
  if ('refusal' in chosen) return chosen.refusal
  const { instance, request, isNamed } = chosen
  const { host, site } = instance
  const { url } = request
  // Only the API begins with this letter: check it first.
  if (!url.startsWith('/v')) {
    if (host.beside === undefined && isAskedByBrowser(url)) return notThere
    if (isControl(url) || (isPageOfBrowser(request) && site.control !== undefined)) return controlled(instance, request)
  }
  const refused = isNamed ? undefined : site.unaddressed?.(instance, request)
  if (refused !== undefined) return refused
  return findHeader(request.headers, DRY_RUN_HEADER) !== undefined && isDryRun(request)
    ? answerDry(instance, request, (fork) => answer(fork.host, request, answerNow))
    : answer(host, request, answerHeld, client)
}

/**
 * True for what browsers and their tools ask by themselves, next to a page: icons, rules for robots, source maps and
 * the workspace of the developer tools. It gets no entry in the journal.
 */
function isAskedByBrowser(url: string): boolean {
  const path = url.replace(/[?#].*$/s, '')
  return path === `${CONTROL}/favicon.ico` || (asked.test(path) && !isControl(url))
}

const asked =
  /^\/(?:favicon\.ico|robots\.txt|apple-touch-icon[\w-]*\.png|\.well-known\/appspecific\/.*|.*\.(?:js|mjs|css)\.map)$/

const notThere: WireResponse = { status: 404, headers: [], body: null }

type WireAnswer = WireResponse | Promise<WireResponse>
type AnswerWith = (host: Host, request: WireRequest, client: Client | undefined) => WireAnswer

const answerNow: AnswerWith = (host, request, client) => answerHttp(host, request, client)

/** Answers a call when no gate of its world holds it. */
function answerHeld(host: Host, request: WireRequest, client: Client | undefined): WireAnswer {
  if (!findFeatures(host).held) return answerHttp(host, request, client)
  let answered: WireResponse | undefined
  let resolve = (response: WireResponse): void => void (answered = response)
  answerHeldHttp(host, request, client, (response) => resolve(response))
  return answered ?? new Promise((settle) => (resolve = settle))
}

/** Answers a request of the REST API, immediately except in a world with an order of calls. */
function answer(host: Host, request: WireRequest, reply: AnswerWith, client?: Client): WireAnswer {
  if (
    host.beside !== undefined &&
    host.kernel.router.find(request.method, pathBelowBase(request.url) ?? '') === undefined
  )
    return answerBeside(host, request, client).then((response) => response ?? reply(host, request, client))
  return findFeatures(host).ordered ? answerInOrder(host, request, reply, client) : reply(host, request, client)
}

/** Answers a call when the order allows it, and any other request immediately. */
function answerInOrder(host: Host, request: WireRequest, reply: AnswerWith, client: Client | undefined): WireAnswer {
  const { order } = host
  const unit = host.kernel.router.find(request.method, pathBelowBase(request.url) ?? '')?.unit
  if (unit === undefined) return answerHttp(host, request, client)
  const call = order.arrived(formatCallName(unit.id, request.url), 'http')
  return new Promise((resolve) => {
    const begin = () => {
      const finish = (response: WireResponse) => order.pass(`${call} is answered`, () => resolve(response))
      const response = reply(host, request, client)
      if (response instanceof Promise) void response.then(finish)
      else finish(response)
    }
    order.pass(`${call} is handled`, begin, client)
  })
}

/** Answers a request in its wire form, for transports. A request whose client gives up at a gate is never answered. */
export function handle(emulator: Shell, request: WireRequest, client?: Client): WireResponse | Promise<WireResponse> {
  return dispatch(instanceOf(emulator), request, client)
}

function controlled(instance: Instance, request: WireRequest): WireResponse | Promise<WireResponse> {
  return instance.site.control?.(instance, request) ?? noControl
}

/**
 * True for a person who opens the address of the server: programs do not ask for HTML. The control API redirects to the
 * inspector.
 */
function isPageOfBrowser({ method, url, headers }: WireRequest): boolean {
  return (
    url === '/' &&
    (method === 'GET' || method === 'HEAD') &&
    findHeader(headers, 'accept')?.includes('text/html') === true
  )
}

const noControl: WireResponse = {
  status: 404,
  headers: ['content-type', 'application/json'],
  body: JSON.stringify({ error: 'not_found', message: 'This emulator offers no control API.' }),
}
