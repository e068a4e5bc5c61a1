/** Finds the world that a request is for: by its path, a header, its key, its baggage or a cookie. */
import { worldErrors } from '../contract/world-errors.ts'
import { didYouMean } from '../engine/checking/near-miss.ts'
import { corsHeaders } from '../engine/kernel/rest/headers.ts'
import { CONTROL, REALTIME } from '../engine/kernel/rest/http.ts'
import { findHeader, type WireRequest, type WireResponse } from '../engine/kernel/wire.ts'
import type { Instance } from './instance.ts'
import { takeNames } from './world-credentials.ts'
import {
  isWorldName,
  MAIN,
  NAMES_EXPECTED,
  WORLD_HEADER,
  worldInBaggage,
  worldInCookie,
  worldInPath,
  type WorldWay,
} from './world-names.ts'

/** World of a request. */
export interface ChosenWorld {
  readonly instance: Instance
  /** The request as that world reads it: without its prefix, and with its key as the world knows it. */
  readonly request: WireRequest
  /** True if the request names its world. */
  readonly isNamed: boolean
  /** Name that came with the key: secrets that the answer mints carry it, too. */
  readonly inSecrets: string | undefined
}

interface Refused {
  readonly refusal: WireResponse
}

/** A name, and the way in which it came. */
interface Naming {
  readonly way: WorldWay
  readonly name: string
  /** The name as it was sent, for messages. */
  readonly shown: string
}

/**
 * Finds the world of a request. Path, header and key are explicit: if two differ, the request is refused (400).
 * Baggage and cookie are sent automatically, so the explicit ways win over them.
 */
export function chooseWorld(main: Instance, sent: WireRequest): ChosenWorld | Refused {
  const { site } = main
  const { from } = site.naming
  const inPath = from.includes('path') ? worldInPath(sent.url) : undefined
  const below = inPath === undefined ? sent : { ...sent, url: inPath.url }
  const byPath: Naming[] = inPath === undefined ? [] : [{ way: 'path', name: inPath.name, shown: `/w/${inPath.name}` }]
  if (isControl(below.url)) return choose(main, below, [...byPath, ...(looksAtHeader(below) ? byHeader(sent) : [])])
  const said = [...byPath, ...byHeader(sent).filter(({ way }) => isTaken(main, way, sent))]
  const known = said[0] === undefined ? main : (findWorld(main, said[0].name) ?? main)
  const { request, names } = from.includes('key') ? takeNames(known.host, below) : { request: below, names: [] }
  const byKey = names.map((name) => ({ way: 'key', name, shown: `a key that ends with @${name}` }) as const)
  const ambient = bySurroundings(sent).filter(({ way }) => isTaken(main, way, sent))
  const chosen = choose(main, request, [...said, ...byKey], ambient)
  return 'refusal' in chosen ? chosen : { ...chosen, inSecrets: names[0] }
}

/**
 * Finds the world that a request is going to reach, before its body is read: nothing is counted, begun or logged. The
 * main world stands for one that is not there.
 */
export function peekWorld(main: Instance, sent: WireRequest): Instance {
  const { from } = main.site.naming
  const inPath = worldInPath(sent.url)
  const said: Naming[] = [
    ...(inPath === undefined ? [] : [{ way: 'path', name: inPath.name, shown: '' } as const]),
    ...byHeader(sent),
  ].filter(({ way }) => from.includes(way))
  const known = (said[0] && findWorld(main, said[0].name)) ?? main
  const names = from.includes('key') ? takeNames(known.host, sent).names : []
  const ambient = bySurroundings(sent).filter(({ way }) => from.includes(way))
  const name = [...said.map((naming) => naming.name), ...names, ...ambient.map((naming) => naming.name)][0]
  return (name === undefined ? undefined : findWorld(main, name)) ?? main
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

/** False for calls about the worlds themselves, which ignore the header, so that a load balancer can use it. */
function looksAtHeader({ url }: WireRequest): boolean {
  return !/^\/worlds(?:[/?]|$)/.test(url.slice(CONTROL.length))
}

function findWorld({ site }: Instance, name: string): Instance | undefined {
  return name === MAIN ? site.main : site.get(name)
}

/** True if a request may name its world in this way. Logs a name that came in a disabled way. */
function isTaken({ site, host }: Instance, way: WorldWay, { method, url }: WireRequest): boolean {
  if (site.naming.from.includes(way)) return true
  host.warn(
    `${method} ${url} names a world by ${way}, which --world-from leaves out: the request is handled without the name`,
  )
  return false
}

function byHeader({ headers }: WireRequest): Naming[] {
  const name = findHeader(headers, WORLD_HEADER)?.trim()
  return name === undefined ? [] : [{ way: 'header', name, shown: `${WORLD_HEADER}: ${name}` }]
}

/** Names that travel by themselves, first that which decides. */
function bySurroundings({ headers }: WireRequest): Naming[] {
  const baggage = worldInBaggage(headers)
  const cookie = worldInCookie(headers)
  return [
    ...(baggage === undefined
      ? []
      : [{ way: 'baggage', name: baggage, shown: `baggage: svc-world=${baggage}` } as const]),
    ...(cookie === undefined
      ? []
      : [{ way: 'cookie', name: cookie, shown: `the cookie svc_world: ${cookie}` } as const]),
  ]
}

function choose(
  main: Instance,
  request: WireRequest,
  said: readonly Naming[],
  ambient: readonly Naming[] = [],
): ChosenWorld | Refused {
  const naming = said[0] ?? ambient[0]
  const other = said.find(({ name }) => name !== naming?.name)
  if (naming === undefined) return unnamed(main, request)
  if (other !== undefined)
    return refuse(
      main,
      request,
      'world_ambiguous',
      `The request names two worlds: ${naming.shown}, and ${other.shown}.`,
    )
  const instance = findWorld(main, naming.name) ?? begin(main, naming.name)
  if (instance === undefined) return unknown(main, request, naming)
  main.site.use(naming.name, isControl(request.url))
  const differing = ambient.find(({ name }) => name !== naming.name)
  const note = differing && `${differing.shown} names another world, and yields to ${naming.shown}`
  return {
    instance,
    request: note === undefined ? request : { ...request, note },
    isNamed: true,
    inSecrets: undefined,
  }
}

function unnamed(main: Instance, request: WireRequest): ChosenWorld | Refused {
  const mayBeUnnamed = request.method === 'OPTIONS' || !request.url.startsWith('/v') || isBareSocket(request)
  if (main.site.naming.unnamed === 'main' || mayBeUnnamed)
    return { instance: main, request, isNamed: false, inSecrets: undefined }
  return refuse(
    main,
    request,
    'world_required',
    `The request names no world, and this server requires one: ${FIVE_WAYS}.`,
  )
}

/** True for a socket without credentials, which its first call brings. */
function isBareSocket({ url, headers }: WireRequest): boolean {
  const [path, query] = url.split('?', 2)
  const named = new URLSearchParams(query)
  return (
    path === REALTIME &&
    ['x-api-key', 'authorization'].every((name) => findHeader(headers, name) === undefined) &&
    ['api_key', 'access_token'].every((name) => !named.has(name))
  )
}

const FIVE_WAYS =
  'a path below /w/NAME, the header x-svc-world: NAME, a key that ends with @NAME, baggage: svc-world=NAME, or the cookie svc_world=NAME'

/** Creates a world with this name, if the server does that. */
function begin(main: Instance, name: string): Instance | undefined {
  const { site } = main
  if (site.naming.unknown !== 'begins' || !isWorldName(name) || site.size >= site.bounds.worlds) return undefined
  const world = main.fork({ from: 'start' }, site)
  site.add(world, { name })
  return world
}

function unknown(main: Instance, request: WireRequest, { name, shown, way }: Naming): Refused {
  const names = main.site.worlds().map(([each]) => each)
  const near = didYouMean(name, [...names, MAIN])
  const expected = isWorldName(name) ? `PUT ${CONTROL}/worlds/${name} begins one.` : `Names are ${NAMES_EXPECTED}.`
  const by = way === 'path' ? '' : ` (${shown})`
  return refuse(
    main,
    request,
    'world_not_found',
    `There is no world '${name}' on this server${by}${near || '.'} ${expected}`,
  )
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
