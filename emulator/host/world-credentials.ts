/** Keys and tokens that name their world behind an `@`: whatever can be given a key can be given a world. */
import type { Host } from '../engine/kernel/host.ts'
import { pathBelowBase, REALTIME } from '../engine/kernel/rest/http.ts'
import type { WireRequest, WireResponse } from '../engine/kernel/wire.ts'
import { worldInSecret } from './world-names.ts'

/**
 * Removes the names of worlds from the credentials of a request, and returns both. A secret that `host` knows keeps its
 * `@`.
 */
export function takeNames(host: Host, request: WireRequest): { request: WireRequest; names: readonly string[] } {
  const isSocket = request.url.startsWith(REALTIME)
  if (!isSocket && !request.headers.some((text) => text.includes('@'))) return { request, names: [] }
  const names: string[] = []
  const strip = (secret: string): string => {
    const found = isKnown(host, secret) ? undefined : worldInSecret(secret)
    if (found === undefined) return secret
    names.push(found.name)
    return found.secret
  }
  const headers = request.headers.map((value, i, all) => {
    const name = i % 2 === 1 && value.includes('@') ? all[i - 1]!.toLowerCase() : undefined
    if (name === 'x-api-key') return strip(value)
    return name === 'authorization' ? value.replace(/(?<=^Bearer +)\S+$/i, strip) : value
  })
  const url = isSocket ? replaceInQuery(request.url, strip) : request.url
  return names.length === 0 ? { request, names } : { request: { ...request, headers, url }, names }
}

/** The address of a socket, with the credentials in its query replaced. */
function replaceInQuery(url: string, strip: (secret: string) => string): string {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return url
  const parameters = new URLSearchParams(query)
  for (const name of ['api_key', 'access_token'])
    for (const secret of parameters.getAll(name)) parameters.set(name, strip(secret))
  return `${path}?${parameters}`
}

function isKnown({ world }: Host, secret: string): boolean {
  return world.api_keys.with('key', secret) !== undefined || world.tokens.with('token', secret) !== undefined
}

/** Adds the name of the world to the secrets that an answer mints, as it stood behind the key of the request. */
export function nameInSecrets(host: Host, request: WireRequest, answer: WireResponse, name: string): WireResponse {
  const unit = host.kernel.router.find(request.method, pathBelowBase(request.url) ?? '')?.unit
  const { body } = answer
  if (unit === undefined || unit.secrets.length === 0 || typeof body !== 'string') return answer
  const named = (field: string, value: unknown): unknown =>
    unit.secrets.includes(field) && typeof value === 'string' && isKnown(host, value) ? `${value}@${name}` : value
  return { ...answer, body: JSON.stringify(JSON.parse(body), named) }
}
