/** Recorded exchanges, as a proxy or a journal has them. */
import type { Change } from '../../engine/matching/schema-common.ts'
import type { HttpAnswer } from '../targets/target.ts'
import type { LinkAnswer } from '../targets/rpc-link.ts'

/** The caller, with the secret that it sent. */
export type RecordedCaller = 'none' | { readonly api_key: string } | { readonly bearer: string }

export interface HttpExchange {
  readonly kind: 'http'
  readonly caller: RecordedCaller
  readonly method: string
  /** Relative to the API URL, with the query. */
  readonly path: string
  /** The headers of `TELLING_HEADERS`, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly answer: HttpAnswer
}

export interface CallExchange {
  readonly kind: 'call'
  readonly caller: RecordedCaller
  /** `workflow.list_sessions` */
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly answer: Pick<LinkAnswer, 'outcome' | 'frame'>
}

/** A move of the target's world time that no request made. */
interface ClockExchange {
  readonly kind: 'clock'
  readonly milliseconds: number
}

/** Changes of the world that no request made. */
export interface ChangeExchange {
  readonly kind: 'change'
  readonly changes: readonly Change[]
}

export type Exchange = HttpExchange | CallExchange | ClockExchange

/** An exchange, or a change of the world between exchanges. */
export type Happening = Exchange | ChangeExchange

/** Headers that affect the answer, without credentials. */
export const TELLING_HEADERS = ['content-type', 'x-request-body']

/** The caller of a request, by headers with names in lower case. A bearer token wins over an API key. */
export function callerIn(headers: Readonly<Record<string, string | string[] | undefined>>): RecordedCaller {
  const bearer = /^Bearer +(.+)$/i.exec(String(headers['authorization'] ?? ''))?.[1]
  if (bearer !== undefined) return { bearer }
  const key = headers['x-api-key']
  return typeof key === 'string' && key !== '' && headers['authorization'] === undefined ? { api_key: key } : 'none'
}

/** The caller of a socket. Credentials are in headers or, from a browser, in the query. */
export function socketCaller(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  query: URLSearchParams,
): RecordedCaller {
  const caller = callerIn(headers)
  return caller === 'none' ? (authenticatedCaller(Object.fromEntries(query)) ?? 'none') : caller
}

/** The caller after `session.authenticate` with these parameters; undefined if they have no credentials. */
export function authenticatedCaller({
  access_token: bearer,
  api_key: key,
}: Readonly<Record<string, unknown>>): RecordedCaller | undefined {
  if (typeof bearer === 'string') return { bearer }
  return typeof key === 'string' ? { api_key: key } : undefined
}

/** The header that names a caller, with its secret. */
export function credentialHeader(caller: RecordedCaller): Readonly<Record<string, string>> {
  if (caller === 'none') return {}
  return 'bearer' in caller ? { authorization: `Bearer ${caller.bearer}` } : { 'x-api-key': caller.api_key }
}

/** True for a body of the form of a web page. */
export function isForm({ 'content-type': type = '' }: Readonly<Record<string, string>>): boolean {
  return /^\s*application\/x-www-form-urlencoded\b/i.test(type)
}

export function findSecret(caller: RecordedCaller): string | undefined {
  if (caller === 'none') return undefined
  return 'bearer' in caller ? caller.bearer : caller.api_key
}
