/** Names of worlds, and the ways in which a request gives one. */
import { findHeader } from '../engine/kernel/wire.ts'

export const worldWays = ['path', 'header', 'key', 'baggage', 'cookie'] as const

/** Way in which a request names its world. */
export type WorldWay = (typeof worldWays)[number]

/** How requests for a site name their world. */
export interface WorldNaming {
  /** Enabled ways. A name in another way is ignored, with a line in the log. */
  readonly from: readonly WorldWay[]
  /** Answer to a request of the API that names none: by the main world, or a refusal. */
  readonly unnamed: 'main' | 'refused'
  /** Effect of an unknown name: it creates a world, or is refused. */
  readonly unknown: 'begins' | 'refused'
}

export const nameAnyWay: WorldNaming = { from: worldWays, unnamed: 'main', unknown: 'refused' }

/** Name of the world that answers requests which name none. */
export const MAIN = 'main'

/** Header that names a world. */
export const WORLD_HEADER = 'x-svc-world'

export const NAMES_EXPECTED = '1 to 64 characters of a-z, 0-9 and -'

export function isWorldName(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text)
}

const inPath = /^\/w\/([^/?]*)(?=[/?]|$)/

/** World that a path begins with, and the path below it. */
export function worldInPath(url: string): { readonly name: string; readonly url: string } | undefined {
  const prefix = inPath.exec(url)
  if (prefix === null) return undefined
  const rest = url.slice(prefix[0].length)
  return { name: prefix[1]!, url: rest.startsWith('/') ? rest : `/${rest}` }
}

/** World after the last `@` of a key or token, and the secret before it. */
export function worldInSecret(secret: string): { readonly name: string; readonly secret: string } | undefined {
  const at = secret.lastIndexOf('@')
  const name = secret.slice(at + 1)
  return at > 0 && isWorldName(name) ? { name, secret: secret.slice(0, at) } : undefined
}

/** World in `baggage: svc-world=mia` (W3C), which programs forward from request to request. */
export function worldInBaggage(headers: readonly string[]): string | undefined {
  return findMember(findHeader(headers, 'baggage'), ',', 'svc-world')
}

/** World in the cookie `svc_world`, which a browser sends to pages of one origin. */
export function worldInCookie(headers: readonly string[]): string | undefined {
  return findMember(findHeader(headers, 'cookie'), ';', 'svc_world')
}

function findMember(list: string | undefined, separator: string, name: string): string | undefined {
  if (list?.includes(name) !== true) return undefined
  for (const member of list.split(separator)) {
    const [key = '', value = ''] = member.split(';', 1)[0]!.split('=', 2)
    if (key.trim() === name) return value.trim().replace(/^"(.*)"$/, '$1')
  }
  return undefined
}
