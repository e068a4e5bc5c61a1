import { losesNumber, shallowJson } from '../../engine/checking/lost-number.ts'
import { isIdField } from '../../engine/world/vary-ids.ts'
import type { AskedRequest, AskedCall, AskedHttp } from './asked.ts'
import type { Pairing } from './pairing.ts'

/** Translates a request to the target for the twin: with the twin's ids, cursors and secrets. */
export function translateAsked(asked: AskedRequest, pairing: Pairing): AskedRequest {
  const caller = { ...asked.caller, credentials: translateCredentials(asked.caller.credentials, pairing) }
  return asked.via === 'http'
    ? { ...asked, caller, ...translateHttp(asked, pairing) }
    : { ...asked, caller, params: translateParams(asked, pairing) }
}

function translateParams({ params, method }: AskedCall, pairing: Pairing): unknown {
  return method === 'session.authenticate' ? translateAll(params, pairing) : translateValue('', params, pairing)
}

function translateHttp({ path, body, headers }: AskedHttp, pairing: Pairing): Partial<AskedHttp> {
  const envelope = headers['x-request-body']
  return {
    path: translatePath(path, pairing),
    ...(typeof body === 'string' && { body: translateJson(body, pairing) }),
    ...(envelope !== undefined && { headers: { ...headers, 'x-request-body': translateJson(envelope, pairing) } }),
  }
}

function translateCredentials(credentials: Readonly<Record<string, string>>, pairing: Pairing): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => {
      const [, scheme = '', secret = value] = /^(Bearer )(.*)$/.exec(value) ?? []
      return [name, scheme + (pairing.findTwin(secret) ?? secret)]
    }),
  )
}

function translatePath(path: string, pairing: Pairing): string {
  const [below = '', query] = path.split('?', 2)
  const segments = below.split('/').map((segment) => translateEncoded(segment, pairing))
  if (query === undefined) return segments.join('/')
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split('=', 2)
    return value === undefined ? name : `${name}=${translateEncoded(value, pairing)}`
  })
  return `${segments.join('/')}?${pairs.join('&')}`
}

function translateEncoded(text: string, pairing: Pairing): string {
  const twin = pairing.findTwin(decode(text))
  return twin === undefined ? text : encodeURIComponent(twin)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function translateJson(text: string, pairing: Pairing): string {
  const value = shallowJson(text)
  return value === undefined || losesNumber(text) ? text : JSON.stringify(translateValue('', value, pairing))
}

function translateValue(name: string, value: unknown, pairing: Pairing): unknown {
  if (typeof value === 'string') return isReference(name) ? (pairing.findTwin(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => translateValue(name, item, pairing))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translateValue(key, inner, pairing)]))
}

function translateAll(value: unknown, pairing: Pairing): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' ? (pairing.findTwin(inner) ?? inner) : (inner as unknown),
    ]),
  )
}

/** True for a field that holds an id, a cursor or a secret, which each side chooses for itself. */
export function isReference(name: string): boolean {
  return isIdField(name) || name === 'cursor' || name === 'key' || name === 'token'
}
