import { variantSettings } from '../../../contract/variants.ts'
import { citedStatements } from '../../coverage/citation-set.ts'
import type { Exchange } from '../exchange.ts'
import { alteredBy } from '../redo.ts'
import { findHeader, type WireRequest } from '../wire.ts'

/** Headers that a page may send, where its browser does not ask for more. */
const ALLOWED_HEADERS = 'authorization, baggage, content-type, x-api-key, x-request-body, x-svc-dry-run, x-svc-world'

const forAllPages = [
  'vary',
  'origin',
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers',
  'retry-after, x-response-body, x-svc-changes, x-svc-emulator-clauses, x-svc-emulator-assumptions, x-svc-emulator-triggers, x-svc-emulator-broken, x-svc-emulator-otherwise',
]

/** Lets pages of all origins read the answer. */
export function addCors(exchange: Exchange): void {
  addHeaders(exchange, corsHeaders(exchange.request))
}

/** Headers of an answer that the page which asked may read, also with its cookies, and any page without. */
export function corsHeaders(request: WireRequest): readonly string[] {
  const origin = findHeader(request.headers, 'origin')
  return [
    'access-control-allow-origin',
    origin ?? '*',
    ...(origin === undefined ? [] : ['access-control-allow-credentials', 'true']),
    ...forAllPages,
    'access-control-allow-headers',
    allowedHeaders(request),
  ]
}

/** Names the statements and triggers that decided the answer. */
export function addProvenance(exchange: Exchange): void {
  addHeaders(exchange, provenance(exchange))
}

function addHeaders(exchange: Exchange, headers: readonly string[]): void {
  const response = exchange.response!
  exchange.response = { ...response, headers: [...response.headers, ...headers] }
}

/**
 * Headers that a preflight is allowed: all that it asks for, since tools add headers (`traceparent`,
 * `x-requested-with`).
 */
function allowedHeaders({ method, headers }: WireRequest): string {
  const asked = method === 'OPTIONS' ? findHeader(headers, 'access-control-request-headers') : undefined
  return asked === undefined || !/^[\w!#$%&'*+.^`|~, -]{1,1000}$/.test(asked) ? ALLOWED_HEADERS : asked
}

function provenance({ citations, triggered, altered }: Exchange): readonly string[] {
  const { clauses, assumptions } = citedStatements(citations)
  const headers: string[] = []
  if (clauses.length > 0) headers.push('x-svc-emulator-clauses', clauses.join(', '))
  if (assumptions.length > 0) headers.push('x-svc-emulator-assumptions', assumptions.join(', '))
  if (triggered !== undefined && triggered.names.length > 0)
    headers.push('x-svc-emulator-triggers', triggered.names.join(', '))
  for (const name of variantSettings) {
    const ids = alteredBy(altered, name)
    if (ids.length > 0) headers.push(`x-svc-emulator-${name}`, ids.join(', '))
  }
  return headers
}
