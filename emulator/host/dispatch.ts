import { errors } from '../contract/errors.ts'
import type { Host } from '../engine/kernel/host.ts'
import { formatCallName } from '../engine/journal/call-name.ts'
import { answerHttp, CONTROL, pathBelowBase } from '../engine/kernel/rest/http.ts'
import { corsHeaders } from '../engine/kernel/rest/headers.ts'
import { findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import { answerBeside } from './beside.ts'
import type { Instance } from './instance.ts'
import { instanceOf, type Shell } from './instance-of.ts'

export { CONTROL }

const inWorld = /^\/w\/([^/?]*)(?=[/?]|$)/

/** Routes a request by its path: to the API of a world, or to the control API. */
export function dispatch(instance: Instance, request: WireRequest): WireResponse | Promise<WireResponse> {
  const { url } = request
  // Only the API begins with this letter: check it first.
  if (url.startsWith('/v')) return instance.site.unaddressed?.(instance, request) ?? answer(instance.host, request)
  const addressed = addressedWorld(instance, url)
  if (addressed === undefined) return unknownWorld(instance.host, request)
  const inside = addressed.url === url ? request : { ...request, url: addressed.url }
  if (isControl(addressed.url) || (isPageOfBrowser(inside) && addressed.instance.site.control !== undefined))
    return controlled(addressed.instance, inside)
  if (addressed.url === '/favicon.ico' && addressed.instance.host.beside === undefined) return noIcon
  return answer(addressed.instance.host, inside)
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

/** The addressed world, and the address without its prefix; undefined for an unknown world. */
export function addressedWorld(instance: Instance, url: string): { instance: Instance; url: string } | undefined {
  const prefix = inWorld.exec(url)
  if (prefix === null) return { instance, url }
  const world = instance.site.get(prefix[1]!)
  if (world === undefined) return undefined
  const rest = url.slice(prefix[0].length)
  return { instance: world, url: rest.startsWith('/') ? rest : `/${rest}` }
}

function isControl(url: string): boolean {
  return (
    url.startsWith(CONTROL) &&
    (url.length === CONTROL.length || url[CONTROL.length] === '/' || url[CONTROL.length] === '?')
  )
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

function unknownWorld({ cors }: Host, request: WireRequest): WireResponse {
  const forPages = cors ? corsHeaders(request) : []
  if (cors && request.method === 'OPTIONS') return { status: 204, headers: forPages, body: null }
  const id = inWorld.exec(request.url)![1]!
  const { status } = errors.world_not_found
  const body = {
    status: 'failure',
    error: 'world_not_found',
    message: `There is no world '${id}' on this server. POST ${CONTROL}/worlds creates one.`,
  }
  return { status, headers: ['content-type', 'application/json', ...forPages], body: JSON.stringify(body) }
}
