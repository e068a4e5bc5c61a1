import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { AskedHttp } from './asked.ts'
import { isOfApi } from './health.ts'
import { answerFields, type FailedObservation, type HttpObservation, type Observation } from './observation.ts'

/** Attempts at a request of the first look, and the pause before the second; the third comes after twice as long. */
const ATTEMPTS = 3
const PAUSE_MS = 500

/** Sends a request. `isLast`: false while a failed answer is followed by another attempt. */
type Ask = (asked: AskedHttp, isLast: (observation: Observation) => boolean) => Promise<Observation>

/**
 * Asks whether a target is the service, by a request with a key. Returns the reason in one sentence if it is not, or
 * does not serve.
 */
export async function lookAt(
  target: string,
  asked: AskedHttp,
  ask: Ask,
  wait: (milliseconds: number) => Promise<void>,
): Promise<string | undefined> {
  return describeStranger(target, asked, await insist(asked, ask, wait))
}

/** Asks whether a target refuses a wrong key as the service does. Returns as `lookAt` does. */
export async function lookAtRefusal(
  target: string,
  asked: AskedHttp,
  ask: Ask,
  wait: (milliseconds: number) => Promise<void>,
): Promise<string | undefined> {
  const wrong = { ...asked, caller: { name: STRANGER, credentials: { 'x-api-key': WRONG_KEY } } }
  const refused = await insist(wrong, ask, wait)
  if (refused.kind === 'failed' && refused.cause === 'unauthenticated') return undefined
  return describeStranger(target, wrong, refused)
}

/**
 * Asks whether a caller may do what the shipped probes do, and undo it. Returns the reason in one sentence if not, before
 * anything is written. `me`: the answer about the caller; `orgs`: the one about its organizations.
 */
export async function lookAtRights(
  asked: AskedHttp,
  { me, orgs }: { readonly me: Observation; readonly orgs: Observation },
  ask: (asked: AskedHttp) => Promise<Observation>,
): Promise<string | undefined> {
  const { name } = asked.caller
  const needs = `${NEEDS} as '${name}'`
  const { type, alias } = findUser(me)
  if (type === 'service') return `the key '${name}' belongs to the service account '${String(alias)}': ${needs}`
  if (isForbidden(orgs))
    return `the key '${name}' is limited to an organization or a blob (${asked.path}/orgs is 403): ${needs}`
  const path = '/api-keys/target/user/me'
  if (!isForbidden(await ask({ ...asked, path }))) return undefined
  return `the key '${name}' has not the role admin (GET ${path} is 403): ${needs}`
}

const NEEDS =
  'drift could not delete the organizations that it makes, nor tell a refusal from a broken sentence; give the key of a person with the role admin'

function findUser(seen: Observation): Fields {
  const { user } = answerFields(seen)
  return isObject(user) ? user : {}
}

const isForbidden = (seen: Observation): boolean => seen.kind === 'http' && seen.status === 403

const STRANGER = 'a wrong key'
const WRONG_KEY = 'svc-drift-wrong-key'

/** Repeats a request whose answer may be a passing failure. */
async function insist(asked: AskedHttp, ask: Ask, wait: (milliseconds: number) => Promise<void>): Promise<Observation> {
  let known: Observation | undefined
  for (let attempt = 1; ; attempt++) {
    const seen = await ask(asked, (each) => attempt === ATTEMPTS || !isPassing(each))
    // A run whose time is over says what it saw before.
    if (seen.kind === 'failed' && seen.cause === 'budget') return known ?? seen
    if (attempt === ATTEMPTS || !isPassing(seen)) return seen
    known = seen
    await wait(PAUSE_MS * attempt)
  }
}

function isPassing(seen: Observation): boolean {
  if (seen.kind === 'http') return seen.status >= 500
  return seen.kind === 'failed' && ['network', 'time limit', 'cut answer', 'gateway', 'redirect'].includes(seen.cause)
}

function describeStranger(target: string, asked: AskedHttp, seen: Observation): string | undefined {
  const whom = asked.caller.name === STRANGER ? `${request(asked)} with a wrong key` : request(asked)
  if (seen.kind === 'failed') return describeFailure(target, asked.caller.name, whom, seen)
  if (seen.kind !== 'http') return undefined
  if (seen.status >= 500) return `${target} answers ${seen.status} to ${whom}`
  if (isOfApi(asked, seen)) return undefined
  return seen.bytes.length === 0
    ? `${target} is not the API, or answers without JSON (service.json-answers): ${whom} is ${seen.status} with an empty body`
    : `${target} is not the API: ${whom} is answered without its envelope`
}

const request = ({ method, path }: AskedHttp): string => `${method} ${path}`

function describeFailure(target: string, key: string, whom: string, failure: FailedObservation): string | undefined {
  const { cause, detail, answer } = failure
  switch (cause) {
    case 'budget':
      return undefined
    case 'unauthenticated':
      return `${target} does not know the key '${key}': ${whom} is 401`
    case 'rate limit':
      return `${target} takes no more requests for now: ${whom} is 429, also after waiting`
    case 'redirect':
      return `${target} is not the API: ${whom} redirects${whereTo(answer, target)}, which is not followed`
    case 'gateway':
      return `${target} is not the API: ${whom} is answered with ${describePage(answer)}`
    case 'cut answer':
      return `${target} breaks its answers off: ${detail}`
    default:
      return `${target} does not answer: ${detail}`
  }
}

function whereTo(answer: HttpObservation | undefined, from: string): string {
  const location = answer?.headers['location']
  if (location === undefined || !URL.canParse(location, from)) return ''
  const { origin, pathname } = new URL(location, from)
  return ` to ${origin}${pathname}`
}

/** `502 by nginx`, `a web page (HTTP 200)`. */
function describePage(answer: HttpObservation | undefined): string {
  const { status = 0, headers = {}, bytes = new Uint8Array(0) } = answer ?? {}
  const text = new TextDecoder().decode(bytes.subarray(0, 2_000)).trimStart()
  const by = /^[\w./ -]{1,40}$/.test(headers['server'] ?? '') ? ` by ${headers['server']}` : ''
  if (status >= 400) return `${status}${by}`
  return text.startsWith('<') || headers['content-type']?.includes('html') === true
    ? `a web page (HTTP ${status}${by})`
    : `HTTP ${status}${by} without its envelope`
}
