/** Headers that a page may read without being told so (Fetch standard, CORS-safelisted response headers). */
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
 * Lets a page of another origin read a mocked answer, and every header of it: where a browser's own rules apply to mocks (Playwright's
 * routes), it would see none.
 */
export function forPages(response: Response): Response {
  const { headers } = response
  // What fails as the network does has no headers.
  if (response.type === 'error') return response
  const names = [...headers.keys()].filter((name) => !safelisted.has(name) && !name.startsWith('access-control-'))
  const told = headers.get('access-control-expose-headers')?.split(/,\s*/) ?? []
  const exposed = [...new Set([...told, ...names])]
  if (!headers.has('access-control-allow-origin')) headers.set('access-control-allow-origin', '*')
  if (exposed.length > 0) headers.set('access-control-expose-headers', exposed.join(', '))
  return response
}
