/** Names of worlds, and the ways in which a request gives one. */
import { findHeader, findLines, type WireRequest } from '../engine/kernel/wire.ts'

/** Way in which a request names its world. */
export type WorldWay = 'path' | 'header' | 'baggage' | 'cookie'

/** A name, and the way in which it came. */
export interface WorldNaming {
  readonly way: WorldWay
  readonly name: string
  /** The name as it was sent, for messages. */
  readonly shown: string
}

interface NamingWay {
  /** True for names that are sent automatically, so that others win over them. */
  readonly isAmbient: boolean
  readonly read: (request: WireRequest) => readonly string[]
  readonly show: (name: string) => string
}

/** Header that names a world. */
export const WORLD_HEADER = 'x-svc-world'

/** The ways, first the one that decides. */
const ways: Readonly<Record<WorldWay, NamingWay>> = {
  path: {
    isAmbient: false,
    read: ({ url }) => [worldInPath(url)?.name ?? []].flat(),
    show: (name) => `/w/${name}`,
  },
  header: {
    isAmbient: false,
    read: ({ headers }) =>
      findLines(headers, WORLD_HEADER).flatMap((line) => line.split(',').map((name) => name.trim())),
    show: (name) => `${WORLD_HEADER}: ${name}`,
  },
  baggage: {
    isAmbient: true,
    read: ({ headers }) => readMembers(headers, 'baggage', ',', 'svc-world'),
    show: (name) => `baggage: svc-world=${name}`,
  },
  cookie: {
    isAmbient: true,
    read: ({ headers }) => readMembers(headers, 'cookie', ';', 'svc_world'),
    show: (name) => `the cookie svc_world: ${name}`,
  },
}

export const worldWays = Object.keys(ways) as readonly WorldWay[]

/** Ways of a client to name a world, for messages. */
export const NAMED_BY =
  'a path below /w/NAME, the header x-svc-world: NAME, baggage: svc-world=NAME, or the cookie svc_world=NAME'

/** How requests for a site name their world. */
export interface NamingRules {
  /** Enabled ways. A name in another way is ignored, with a line in the log. */
  readonly from: readonly WorldWay[]
  /** Answer to a request of the API that names none: by the main world, or a refusal. */
  readonly unnamed: 'main' | 'refused'
  /** Effect of an unknown name: it creates a world, or is refused. */
  readonly unknown: 'begins' | 'refused'
}

export const nameAnyWay: NamingRules = { from: worldWays, unnamed: 'main', unknown: 'refused' }

/** Name of the world that answers requests which name none. */
export const MAIN = 'main'

export const NAMES_EXPECTED = '1 to 64 characters of a-z, 0-9 and -'

export function isWorldName(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text)
}

/** The reason why no world can have this name, with a name that it can have; undefined if it can. */
export function worldNameProblem(text: string): string | undefined {
  if (isWorldName(text)) return undefined
  const near = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 64)
  return `'${text}' is no name of a world: expected ${NAMES_EXPECTED}${near === '' ? '' : `, such as '${near}'`}`
}

/** The reason why no further world can have this name; undefined if it can. */
export function nameProblem(text: string): string | undefined {
  return text === MAIN ? `'${MAIN}' is the world that answers requests which name none` : worldNameProblem(text)
}

/** All names of worlds in a request, first the one that decides; empty for most requests. */
export function readWorldNames(request: WireRequest): readonly WorldNaming[] {
  const { headers, url } = request
  const named = findHeader(headers, WORLD_HEADER) ?? findHeader(headers, 'baggage') ?? findHeader(headers, 'cookie')
  if (named === undefined && !url.startsWith('/w/')) return []
  return worldWays.flatMap((way) => ways[way].read(request).map((name) => ({ way, name, shown: ways[way].show(name) })))
}

/** True if a name of this way yields to others. */
export function isAmbient({ way }: WorldNaming): boolean {
  return ways[way].isAmbient
}

const inPath = /^\/w\/([^/?]*)(?=[/?]|$)/

/** World that a path begins with, and the path below it. */
export function worldInPath(url: string): { readonly name: string; readonly url: string } | undefined {
  const prefix = inPath.exec(url)
  if (prefix === null) return undefined
  const rest = url.slice(prefix[0].length)
  return { name: prefix[1]!, url: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Values of a member in all lines of a list header: `svc-world` of `baggage` (W3C), `svc_world` of `cookie`. */
function readMembers(headers: readonly string[], header: string, separator: string, name: string): string[] {
  return findLines(headers, header).flatMap((line) =>
    line.split(separator).flatMap((member) => {
      const [key = '', value = ''] = member.split(';', 1)[0]!.split('=', 2)
      return key.trim() === name ? [value.trim().replace(/^"(.*)"$/, '$1')] : []
    }),
  )
}
