/** Finds the world that a request is for: by its path, a header, its baggage or a cookie. */
import { worldErrors } from '../contract/world-errors.ts'
import { didYouMean } from '../engine/checking/near-miss.ts'
import { corsHeaders } from '../engine/kernel/rest/headers.ts'
import { CONTROL } from '../engine/kernel/rest/addresses.ts'
import { foreignOrigin } from '../engine/kernel/rest/origin.ts'
import { findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import type { Instance } from './instance.ts'
import {
  isAmbient,
  isWorldName,
  MAIN,
  NAMED_BY,
  readWorldNames,
  worldInPath,
  worldNameProblem,
  type WorldNaming,
} from './world-names.ts'

/** World of a request. */
export interface ChosenWorld {
  readonly instance: Instance
  /** The request as that world reads it: without its prefix. */
  readonly request: WireRequest
  /** True if the request names its world. */
  readonly isNamed: boolean
}

interface Refused {
  readonly refusal: WireResponse
}

/**
 * Finds the world of a request. Two names that differ are refused (400). Path and header are explicit. Baggage and
 * cookie are sent automatically, so the explicit ways win over them.
 */
export function chooseWorld(main: Instance, sent: WireRequest): ChosenWorld | Refused {
  const namings = readWorldNames(sent)
  if (namings.length === 0) return unnamed(main, sent)
  const { from } = main.site.naming
  const request = from.includes('path') ? { ...sent, url: worldInPath(sent.url)?.url ?? sent.url } : sent
  if (isControl(request.url)) {
    const taken = namings.filter(({ way }) => (way === 'path' ? from.includes(way) : namesWorldOfControl(way, request)))
    return choose(main, request, taken)
  }
  const taken = namings.filter(({ way }) => from.includes(way))
  const left = namings.find((naming) => !taken.includes(naming))
  if (left !== undefined) warnLeftOut(main, left, sent)
  return choose(main, request, taken)
}

/**
 * Finds the world that a request is going to reach, before its body is read: nothing is counted, begun or logged. The
 * main world stands for one that is not there.
 */
export function peekWorld(main: Instance, sent: WireRequest): Instance {
  const naming = readWorldNames(sent).find(({ way }) => main.site.naming.from.includes(way))
  return (naming && findWorld(main, naming.name)) ?? main
}

/** World in the path of a URL, and the rest of the URL; undefined if the path names a missing world. */
export function addressedWorld(main: Instance, url: string): { instance: Instance; url: string } | undefined {
  const inPath = worldInPath(url)
  if (inPath === undefined) return { instance: main, url }
  const instance = findWorld(main, inPath.name)
  return instance && { instance, url: inPath.url }
}

/** True for a request of the control API. */
export function isControl(url: string): boolean {
  return (
    url.startsWith(CONTROL) &&
    (url.length === CONTROL.length || url[CONTROL.length] === '/' || url[CONTROL.length] === '?')
  )
}

/**
 * True for the header, except on calls about the worlds themselves: those ignore it, so that a load balancer can use
 * it.
 */
function namesWorldOfControl(way: WorldNaming['way'], { url }: WireRequest): boolean {
  return way === 'header' && !/^\/worlds(?:[/?]|$)/.test(url.slice(CONTROL.length))
}

function findWorld({ site }: Instance, name: string): Instance | undefined {
  return name === MAIN ? site.main : site.get(name)
}

function warnLeftOut({ host }: Instance, { way }: WorldNaming, { method, url }: WireRequest): void {
  host.warn(
    `${method} ${url} names a world by ${way}, which --world-from leaves out: the request is handled without the name`,
  )
}

function choose(main: Instance, request: WireRequest, namings: readonly WorldNaming[]): ChosenWorld | Refused {
  const [naming] = namings
  if (naming === undefined) return unnamed(main, request)
  const isRival = (each: WorldNaming) => (isAmbient(naming) ? each.way === naming.way : !isAmbient(each))
  const differing = namings.filter(({ name }) => name !== naming.name)
  const rival = differing.find(isRival)
  if (rival !== undefined) {
    const message = `The request names two worlds: ${naming.shown}, and ${rival.shown}.`
    return refuse(main, request, 'world_ambiguous', message)
  }
  const instance = findWorld(main, naming.name) ?? begin(main, naming.name, request)
  if (instance === undefined) return unknown(main, request, naming)
  main.site.use(naming.name, isControl(request.url))
  const [yields] = differing
  const note = yields && `${yields.shown} names another world, and yields to ${naming.shown}`
  return { instance, request: note === undefined ? request : { ...request, note }, isNamed: true }
}

function unnamed(main: Instance, request: WireRequest): ChosenWorld | Refused {
  const mayBeUnnamed = request.method === 'OPTIONS' || !request.url.startsWith('/v')
  if (main.site.naming.unnamed === 'main' || mayBeUnnamed) return { instance: main, request, isNamed: false }
  const message = `The request names no world, and this server requires one: ${NAMED_BY}.`
  return refuse(main, request, 'world_required', message)
}

/** Creates a world with this name, if the server does that. A page of another site could fill it with worlds. */
function begin(main: Instance, name: string, request: WireRequest): Instance | undefined {
  const { site, host } = main
  if (!host.cors && isOfForeignPage(request)) return undefined
  if (site.naming.unknown !== 'begins' || !isWorldName(name) || site.size >= site.bounds.worlds) return undefined
  const world = main.fork({ from: 'start' }, site)
  site.add(world, { name })
  return world
}

function isOfForeignPage(request: WireRequest): boolean {
  return foreignOrigin(request) !== undefined || findHeader(request.headers, 'sec-fetch-site') === 'cross-site'
}

function unknown(main: Instance, request: WireRequest, { name, shown, way }: WorldNaming): Refused {
  if (main.site.hasEnded(name)) {
    const test = main.site.findEndedTest(name)
    const late =
      test === undefined
        ? `The world '${name}' has ended. This request came after its test (is an await missing?) or after its idle time.`
        : `The test '${test}' has ended, and its world '${name}' with it: is an await missing in the test?`
    return refuse(main, request, 'world_not_found', late)
  }
  const problem = worldNameProblem(name)
  const by = way === 'path' ? '' : ` (${shown})`
  const near = didYouMean(name, [...main.site.worlds().map(([each]) => each), MAIN])
  const message =
    problem === undefined
      ? `There is no world '${name}' on this server${by}${near || '.'} PUT ${CONTROL}/worlds/${name} begins one.`
      : `${problem}${by}.`
  return refuse(main, request, 'world_not_found', message)
}

function refuse(
  { host: { cors } }: Instance,
  request: WireRequest,
  code: keyof typeof worldErrors,
  message: string,
): Refused {
  const forPages = cors ? corsHeaders(request) : []
  if (cors && request.method === 'OPTIONS') return { refusal: { status: 204, headers: forPages, body: null } }
  const headers = ['content-type', 'application/json', ...forPages]
  const body = JSON.stringify({ status: 'failure', error: code, message })
  return { refusal: { status: worldErrors[code].status, headers, body } }
}
