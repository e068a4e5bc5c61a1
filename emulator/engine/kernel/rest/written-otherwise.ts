import type { Router } from './router.ts'

/** Hint for a request with a method in lower case, or with ids in its query instead of its path. */
export function howToWrite(
  { method, url }: { readonly method: string; readonly url: string },
  path: string,
  router: Router,
) {
  const upper = method.toUpperCase()
  if (upper !== method && router.find(upper, path)?.unit !== undefined)
    return ` Write ${upper}: methods are upper case, and fetch sends '${method}' as it is given.`
  const query = new URLSearchParams(url.split('?', 2)[1] ?? '')
  const meant = pathWithIds(path, query, router.paths).find((each) => router.find(upper, each)?.unit !== undefined)
  if (meant !== undefined) return ` Ids stand in the path: ${upper} /v1${meant}.`
  return method === 'GET' && query.size > 0 && router.find('POST', path)?.unit?.engine !== undefined
    ? ' Send its parameters as the JSON body of a POST.'
    : ''
}

/**
 * Paths that begin with the requested one and get their other segments from the query, shortest first: `?id=me` for
 * `/users`.
 */
function pathWithIds(path: string, query: URLSearchParams, known: readonly string[]): string[] {
  const asked = path.split('/')
  return known.flatMap((pattern) => filled(asked, pattern.split('/'), query)).toSorted((a, b) => a.length - b.length)
}

function filled(asked: readonly string[], pattern: readonly string[], query: URLSearchParams): string[] {
  if (!asked.every((segment, n) => pattern[n] === segment || pattern[n]?.startsWith(':'))) return []
  const rest = pattern.slice(asked.length)
  const names = rest.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1))
  if (names.length === 0) return []
  const segments = rest.map((segment) =>
    segment.startsWith(':') ? findId(segment.slice(1), names.length === 1, query) : segment,
  )
  return segments.includes(undefined) ? [] : [[...asked, ...segments].join('/')]
}

/** Finds an id in a query by its own name, without `_id`, or by any name that ids have where there is one alone. */
function findId(name: string, isAlone: boolean, query: URLSearchParams): string | undefined {
  const names = [name, name.replace(/_id$/, ''), ...(isAlone ? ['id', 'alias', 'name'] : [])]
  const found = names.find((each) => query.get(each))
  return found && encodeURIComponent(query.get(found)!)
}
