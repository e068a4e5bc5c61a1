/** Headers that a page may read without permission (Fetch standard, CORS-safelisted response headers). */
const safelisted = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
])

/**
 * Lets a page of another origin read a mocked answer and all its headers. Mocks through Playwright's routes are subject
 * to CORS.
 */
export function forPages(response: Response): Response {
  const { headers } = response
  // A network error has no headers.
  if (response.type === 'error') return response
  const names = [...headers.keys()].filter((name) => !safelisted.has(name) && !name.startsWith('access-control-'))
  const told = headers.get('access-control-expose-headers')?.split(/,\s*/) ?? []
  const exposed = [...new Set([...told, ...names])]
  if (!headers.has('access-control-allow-origin')) headers.set('access-control-allow-origin', '*')
  if (exposed.length > 0) headers.set('access-control-expose-headers', exposed.join(', '))
  return response
}
