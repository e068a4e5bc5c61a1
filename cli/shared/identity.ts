import { ClientError } from './client-error.ts'
import { type Answer, getJson } from './get-json.ts'
import type { Io } from './io.ts'
import { Unreachable } from './unreachable.ts'
import { normalizeApiUrl } from './urls.ts'

/** The record that the identity call returned, as it came: fields that this release does not know are kept. */
export interface Identity extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly name: string
}

interface Access {
  readonly apiUrl: string
  readonly apiKey: string
}

export type Scope = 'full' | 'restricted' | 'unknown'

const timeout = 30_000

/** The surroundings that a request needs: the environment names the proxy. */
type Surroundings = Pick<Io, 'env' | 'stopping'>

/**
 * Who the key is: `GET {api_url}/users/me`.
 *
 * @throws ClientError `AUTH_INVALID` where the key is rejected (401, 403), `API_UNAVAILABLE` where there is no usable answer
 */
export async function identify({ apiUrl, apiKey }: Access, { env, stopping }: Surroundings): Promise<Identity> {
  const answer = await getJson(endpoint(apiUrl, 'users/me'), { apiKey, timeout, env, stopping }).catch(
    (error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      throw new ClientError('API_UNAVAILABLE', `${apiUrl} cannot be reached: ${error.reason}`)
    },
  )
  if (answer.status === 401 || answer.status === 403) throw new ClientError('AUTH_INVALID', rejection(apiUrl, answer))
  return parseUser(answer) ?? noIdentity(apiUrl, answer)
}

function rejection(apiUrl: string, answer: Answer): string {
  const said = `HTTP ${answer.status}${errorCode(answer)}`
  if (field(answer.body, 'status') === 'failure') return `${apiUrl} rejected the API key (${said})`
  const what = answer.form === 'html' ? 'a web page' : 'no answer of the API'
  return `${apiUrl} refused the request with ${what} (${said}): is there a firewall or a proxy in between?`
}

/** Scope of the key, probed with `GET {api_url}/users/me/orgs`. Never throws: a failed probe is `unknown`. */
export async function probeScope({ apiUrl, apiKey }: Access, { env, stopping }: Surroundings): Promise<Scope> {
  const url = endpoint(apiUrl, 'users/me/orgs')
  const answer = await getJson(url, { apiKey, timeout, env, stopping }).catch(() => undefined)
  if (answer?.status === 403) return 'restricted'
  if (answer !== undefined && answer.status >= 200 && answer.status < 300 && field(answer.body, 'status') === 'success')
    return 'full'
  return 'unknown'
}

function endpoint(apiUrl: string, path: string): URL {
  return new URL(`${normalizeApiUrl(apiUrl)}/${path}`)
}

function parseUser({ status, body }: Answer): Identity | undefined {
  const user = field(body, 'user')
  const whole = status === 200 && field(body, 'status') === 'success'
  return whole && typeof field(user, 'id') === 'string' && typeof field(user, 'name') === 'string'
    ? (user as Identity)
    : undefined
}

function noIdentity(apiUrl: string, answer: Answer): never {
  throw new ClientError('API_UNAVAILABLE', `${apiUrl} ${mistake(apiUrl, answer)}`)
}

function mistake(apiUrl: string, answer: Answer): string {
  const { status, form, redirect } = answer
  const said = `HTTP ${status}${errorCode(answer)}`
  if (status >= 500) return `failed (${said}); try again later`
  if (status === 429) return `takes no more requests for now (${said}); try again later`
  if (redirect !== undefined) return redirected(said, redirect)
  if (form === 'broken-json') return `answers with JSON that is cut off or broken (${said}); try again later`
  const what = form === 'html' ? 'answers with a web page, perhaps one to sign in at,' : 'does not answer like the API'
  return `${what} (${said}); ${meant(apiUrl, status)}`
}

/** A redirect that keeps the path of the request tells the URL that was meant. */
function redirected(said: string, to: string): string {
  const [, base] = /^(.*)\/users\/me\/?$/.exec(to) ?? []
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

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
