import { httpDifferences, httpOutcome, type HttpOutcome } from '../outcome.ts'
import type { HttpStep } from '../schema-steps.ts'
import type { HttpRequest } from '../targets/target.ts'
import { exchangeLines } from './lines.ts'
import type { Performed, Session } from './session.ts'
import { waitMs } from './wait-ms.ts'

export const DEFAULT_TIMEOUT_MS = 5_000

/** Sends the request of an `http` step. */
export async function performHttp(step: HttpStep, session: Session): Promise<Performed> {
  const request = buildRequest(step, session)
  const outcome: HttpOutcome = httpOutcome(await session.target.request(request))
  return {
    differences: httpDifferences(session.fill(step.expect), outcome),
    transcript: () => exchangeLines(request, outcome),
    outcome,
  }
}

/** The request of a step, with the values of its variables. */
export function buildRequest(step: HttpStep, session: Session): HttpRequest {
  const [method = 'GET', path = '/'] = splitOnce(String(session.fill(step.http)))
  const credentials = session.credentials(step.as)
  const { body, type } = buildBody(step, session)
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...credentials,
    ...lowerCase(session.fill(step.headers)),
  }
  return {
    method,
    path: withQuery(path, session.fill(step.query)),
    headers,
    body,
    timeout: waitMs(step.timeout, DEFAULT_TIMEOUT_MS),
  }
}

function splitOnce(text: string): string[] {
  const space = text.indexOf(' ')
  return [text.slice(0, space), text.slice(space + 1)]
}

function buildBody(step: HttpStep, session: Session): { body: HttpRequest['body']; type?: string } {
  if ('body' in step) return { body: JSON.stringify(session.fill(step.body)), type: 'application/json' }
  if (step.text !== undefined) return { body: session.fill(step.text), type: 'application/json' }
  if (step.base64 !== undefined) return { body: decodeBase64(step.base64), type: 'application/octet-stream' }
  return { body: undefined }
}

function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
}

function withQuery(path: string, query: HttpStep['query']): string {
  if (!query) return path
  const text = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}
