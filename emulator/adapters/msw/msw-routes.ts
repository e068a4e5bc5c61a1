import { catalog } from '../../service/catalog.ts'
import type { ApiAddress } from '../api-address.ts'

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'

/** URL patterns of all endpoints and commands below an address, by method. */
export function routePatterns(rest: ApiAddress): [Method, RegExp][] {
  const paths = new Map<Method, string[]>()
  for (const { method, path } of catalog) {
    const own = method.toLowerCase() as Method
    for (const name of own === 'get' ? (['get', 'head'] as const) : [own])
      paths.set(name, [...(paths.get(name) ?? []), path.replace(/:\w+/g, '[^/?#]+')])
  }
  return Array.from(paths, ([method, all]) => [method, new RegExp(`^${rest.own}(?:${all.join('|')})/?(?=[?#]|$)`)])
}
