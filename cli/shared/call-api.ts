import { ClientError } from './client-error.ts'
import { type Answer, getJson } from './get-json.ts'
import type { Io } from './io.ts'
import { Unreachable } from './unreachable.ts'
import { normalizeApiUrl } from './urls.ts'

/** A login from `resolveCredentials`. */
export interface Access {
  readonly apiUrl: string
  readonly apiKey: string
}

/** The surroundings that a request needs: the environment names the proxy. */
export type Surroundings = Pick<Io, 'env' | 'stopping'>

const timeout = 30_000

/**
 * Calls the API with a login: `GET {api_url}/{path}`. `read` converts the body of a success, and returns undefined for
 * a body that is no answer of the API.
 *
 * @example
 * const orgs = await callApi(await resolveCredentials(flags, io), 'users/me/orgs', readOrgs, io)
 * @throws ClientError `AUTH_INVALID` where the key is rejected (401, 403), `API_UNAVAILABLE` where there is no usable answer
 */
export async function callApi<T>(
  access: Access,
  path: string,
  read: (body: unknown) => T | undefined,
  surroundings: Surroundings,
): Promise<T> {
  const { apiUrl } = access
  const answer = await ask(access, path, surroundings).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error
    throw new ClientError('API_UNAVAILABLE', `${apiUrl} cannot be reached: ${error.reason}`)
  })
  if (answer.status === 401 || answer.status === 403) throw new ClientError('AUTH_INVALID', rejection(apiUrl, answer))
  const value = answer.status === 200 && field(answer.body, 'status') === 'success' ? read(answer.body) : undefined
  if (value === undefined) throw new ClientError('API_UNAVAILABLE', `${apiUrl} ${mistake(apiUrl, path, answer)}`)
  return value
}

/** Any answer to `GET {api_url}/{path}`. Rejects with `Unreachable` if there is none. */
export function ask({ apiUrl, apiKey }: Access, path: string, { env, stopping }: Surroundings): Promise<Answer> {
  return getJson(new URL(`${normalizeApiUrl(apiUrl)}/${path}`), { apiKey, timeout, env, stopping })
}

function rejection(apiUrl: string, answer: Answer): string {
  const said = `HTTP ${answer.status}${errorCode(answer)}`
  if (field(answer.body, 'status') === 'failure') return `${apiUrl} rejected the API key (${said})`
  const what = answer.form === 'html' ? 'a web page' : 'no answer of the API'
  return `${apiUrl} refused the request with ${what} (${said}): is there a firewall or a proxy in between?`
}

function mistake(apiUrl: string, path: string, answer: Answer): string {
  const { status, form, redirect } = answer
  const said = `HTTP ${status}${errorCode(answer)}`
  if (status >= 500) return `failed (${said}); try again later`
  if (status === 429) return `takes no more requests for now (${said}); try again later`
  if (redirect !== undefined) return redirected(said, path, redirect)
  if (form === 'broken-json') return `answers with JSON that is cut off or broken (${said}); try again later`
  const what = form === 'html' ? 'answers with a web page, perhaps one to sign in at,' : 'does not answer like the API'
  return `${what} (${said}); ${meant(apiUrl, status)}`
}

/** Message about a redirect. Suggests the correct URL if the redirect keeps the path of the request. */
function redirected(said: string, path: string, to: string): string {
  const end = [`/${path}`, `/${path}/`].find((each) => to.endsWith(each))
  const base = end && to.slice(0, -end.length)
  const advice = base === undefined ? 'a page to sign in at, perhaps; is the URL right?' : `is the URL ${base}?`
  return `redirects to ${to} (${said}), which is not followed, because the key would go along; ${advice}`
}

/** The mistakes that are made most with the address of this API. */
function meant(apiUrl: string, status: number): string {
  const address = apiUrl.replace(/\/+$/, '')
  if (address.endsWith('/v1/v1')) return '/v1 stands twice in the URL'
  // Most servers answer this to plain HTTP on a TLS port.
  if (status === 400 && address.startsWith('http:')) return 'where TLS is spoken, the URL starts with https://'
  return address.endsWith('/v1')
    ? 'is the URL right?'
    : `its paths start with /v1: is the URL ${address.replace(/\/v\d+(?:\/.*)?$/, '')}/v1?`
}

function errorCode({ body }: Answer): string {
  const code = field(body, 'error')
  return typeof code === 'string' && /^[a-z_]{1,64}$/.test(code) ? ` ${code}` : ''
}

/** A field of an answer; undefined if the answer is no object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
