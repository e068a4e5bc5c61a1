/** Values of a request as triggers and matches of the journal compare them: one reading for both. */
import { type Fields, isObject } from '../checking/is-object.ts'
import { parseAsWritten } from '../checking/lost-number.ts'
import { percentDecoded } from '../checking/percent-decoded.ts'
import { matches } from './expect.ts'

/** Splits the name of an endpoint into its method and its path, if it has one: `*`, `GET`, `GET /users/me`. */
export function splitEndpoint(name: string): [method: string, path: string | undefined] {
  const space = name.indexOf(' ')
  return space < 0 ? [name, undefined] : [name.slice(0, space), name.slice(space + 1)]
}

/** Segments of the path of a URL without host, decoded. */
export function pathSegments(url: string): readonly string[] {
  return url.split('?', 1)[0]!.split('/').map(percentDecoded)
}

/** Values of the parameters of a route as they were sent in a URL: `me` is not resolved. */
export function sentParams(route: string, url: string): Fields {
  const sent = pathSegments(url)
  const names = route.split('/')
  // The URL has a version in front.
  const start = sent.length - names.length
  return Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith(':') ? [[name.slice(1), sent[start + i]] as const] : [])),
  )
}

export function queryValues(url: string): Fields {
  const start = url.indexOf('?')
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start + 1)))
}

/** Fields of a JSON object; none of another text: the kernel validates the shape of a body. */
export function jsonValues(text: string | undefined): Fields {
  if (text === undefined || text === '') return {}
  try {
    const value = parseAsWritten(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Path parameter that `me` resolves in, which is its value; undefined for a path that names no `me`. */
export function findMe(params: Fields): 'user_id' | 'target_id' | undefined {
  if (params['user_id'] === 'me') return 'user_id'
  return params['target_id'] === 'me' && params['target'] === 'user' ? 'target_id' : undefined
}

/** Path parameters with the id of the caller in place of `me`, where the caller is known. */
export function resolvedMe(params: Fields, caller: { readonly user: { readonly id: string } } | undefined): Fields {
  const name = caller === undefined ? undefined : findMe(params)
  return name === undefined ? params : { ...params, [name]: caller!.user.id }
}

/** True if one reading of a value fits, as sent or as resolved. A value that is excluded (`not`) is that of no reading. */
export function fitsOneReading(expected: unknown, fits: (reading: 'sent' | 'resolved') => boolean): boolean {
  const isExcluded = isObject(expected) && Object.hasOwn(expected, 'not')
  return isExcluded ? fits('sent') && fits('resolved') : fits('sent') || fits('resolved')
}

/** True if a value fits an expected one. In a query numbers and booleans are texts: `10` also fits `?limit=10`. */
export function isValue(expected: unknown, value: unknown): boolean {
  return (
    matches(expected, value) ||
    ((typeof expected === 'number' || typeof expected === 'boolean') && value === String(expected))
  )
}
