/** The API's carries the version prefix. */
export const defaultApiUrl = 'http://127.0.0.1:4010/v1'
export const defaultRealtimeUrl = 'ws://127.0.0.1:4010/v1/realtime'

/** Problem of an API URL, or undefined. It does not repeat the URL, which may hold a password. */
export function apiUrlProblem(text: string): string | undefined {
  return urlProblem(text, ['http:', 'https:']) ?? (new URL(text).search === '' ? undefined : 'must not have a query')
}

/**
 * Normalizes an API URL for showing, storing and calling: `HTTPS://Api.example/v1/?` becomes `https://api.example/v1`.
 */
export function normalizeApiUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

/**
 * Problem of a realtime URL, or undefined. Commands print the URL, so it must not carry a key (A-4 knows two
 * parameters).
 */
export function realtimeUrlProblem(text: string): string | undefined {
  const problem = urlProblem(text, ['ws:', 'wss:'])
  if (problem !== undefined) return problem
  const parameter = ['api_key', 'access_token'].find((name) => new URL(text).searchParams.has(name))
  return parameter === undefined ? undefined : `must not carry the parameter ${parameter}: the key is sent in a header`
}

function urlProblem(text: string, protocols: readonly string[]): string | undefined {
  const form = `${protocols.map((each) => `${each}//`).join(' or ')}`
  if (/\s/.test(text) || !URL.canParse(text)) return `must be a URL that starts with ${form}`
  const url = new URL(text)
  if (!protocols.includes(url.protocol)) return `must start with ${form}`
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password'
  if (url.hash !== '') return 'must not have a fragment (#)'
  return undefined
}
