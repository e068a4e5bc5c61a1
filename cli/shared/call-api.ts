import { setTimeout as sleep } from 'node:timers/promises'
import { isApiRefusal } from '../../emulator/engine/checking/api-refusal.ts'
import { MAX_RETRY_AFTER_MS } from '../../emulator/engine/checking/retry-after.ts'
import { ClientError } from './client-error.ts'
import { type JsonAnswer, getJson } from './get-json.ts'
import type { Io } from './io.ts'
import { Unreachable } from './unreachable.ts'
import { normalizeApiUrl } from './urls.ts'

/** A login from `resolveCredentials`. */
export interface Access {
  readonly apiUrl: string
  readonly apiKey: string
}

/** The surroundings that a request needs: the environment names the proxy. */
export type CallSurroundings = Pick<Io, 'env' | 'stopping'>

const timeout = 30_000

/**
 * Calls the API with a login: `GET {api_url}/{path}`. `read` converts the body of a success, and returns undefined for
 * a body that is no answer of the API.
 *
 * @example
 * const orgs = await callApi(await resolveCredentials(flags, io), 'users/me/orgs', readOrgs, io)
 * @throws ClientError `AUTH_INVALID` where the API rejects the key (401, 403), `API_UNAVAILABLE` where there is no usable answer
 */
export async function callApi<T>(
  access: Access,
  path: string,
  read: (body: unknown) => T | undefined,
  surroundings: CallSurroundings,
): Promise<T> {
  const { apiUrl } = access
  const answer = await ask(access, path, surroundings).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error
    throw new ClientError('API_UNAVAILABLE', `${apiUrl} cannot be reached: ${error.reason}`)
  })
  if (isRejection(answer))
    throw new ClientError('AUTH_INVALID', `${apiUrl} rejected the API key (HTTP ${answer.status}${errorCode(answer)})`)
  const value = answer.status === 200 && field(answer.body, 'status') === 'success' ? read(answer.body) : undefined
  if (value === undefined) throw new ClientError('API_UNAVAILABLE', `${apiUrl} ${mistake(apiUrl, path, answer)}`)
  return value
}

/** True if the API itself refuses the key. A 401 or 403 without its envelope comes from something in between. */
export function isRejection({ status, body }: JsonAnswer): boolean {
  return (status === 401 || status === 403) && isApiRefusal(body)
}

/** Most attempts at a request that is asked to come again later. */
const MAX_ATTEMPTS = 5

/**
 * Any answer to `GET {api_url}/{path}`. A 429 or 503 is tried again after its `Retry-After`, for a minute in all.
 * Rejects with `Unreachable` if there is none.
 */
export async function ask(
  { apiUrl, apiKey }: Access,
  path: string,
  { env, stopping }: CallSurroundings,
): Promise<JsonAnswer> {
  const url = new URL(`${normalizeApiUrl(apiUrl)}/${path}`)
  let left = MAX_RETRY_AFTER_MS
  for (let attempt = 1; ; attempt++) {
    const answer = await getJson(url, { apiKey, timeout, env, stopping })
    const { status, retryAfter } = answer
    const comesAgain = (status === 429 || status === 503) && retryAfter !== undefined && retryAfter <= left
    if (!comesAgain || attempt === MAX_ATTEMPTS || stopping.aborted) return answer
    left -= retryAfter
    await sleep(retryAfter, undefined, { signal: stopping }).catch(() => {})
  }
}

function mistake(apiUrl: string, path: string, answer: JsonAnswer): string {
  const { status, form, redirect, retryAfter } = answer
  const said = `HTTP ${status}${errorCode(answer)}`
  const later = retryAfter === undefined ? 'try again later' : `try again in ${Math.ceil(retryAfter / 1_000)} s`
  if (status >= 500) return `failed (${said}); ${later}`
  if (status === 429) return `takes no more requests for now (${said}); ${later}`
  if (status === 401 || status === 403)
    return `${refusedInBetween(form)} (${said}): is there a firewall or a proxy in between?`
  if (redirect !== undefined) return redirected(said, path, redirect)
  if (form === 'broken-json') return `answers with JSON that is cut off or broken (${said}); try again later`
  const what = form === 'html' ? 'answers with a web page, perhaps one to sign in at,' : 'does not answer like the API'
  return `${what} (${said}); ${meant(apiUrl, status)}`
}

function refusedInBetween(form: JsonAnswer['form']): string {
  return `refused the request with ${form === 'html' ? 'a web page' : 'no answer of the API'}`
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

function errorCode({ body }: JsonAnswer): string {
  const code = field(body, 'error')
  return typeof code === 'string' && /^[a-z_]{1,64}$/.test(code) ? ` ${code}` : ''
}

/** A field of an answer; undefined if the answer is no object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
