import { clauseCount, statementIds } from '../../coverage/statements.ts'
import type { CitationSet } from '../../coverage/citation-set.ts'
import { jsonHeaders } from './envelope.ts'
import type { Exchange } from '../exchange.ts'
import { once } from '../once.ts'
import type { WireResponse } from '../wire.ts'

const corsHeaders = [
  'access-control-allow-origin', '*',
  'access-control-allow-headers', 'authorization, content-type, x-api-key, x-request-body',
  'access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers', 'x-response-body, x-svc-emulator-clauses, x-svc-emulator-assumptions, x-svc-emulator-triggers, x-svc-emulator-broken',
]

/** Adds what the host was asked for to an answer: CORS, provenance, faults. The body of HEAD is left out by the transport. */
export function decorate(exchange: Exchange, response: WireResponse): WireResponse {
  const { host, faults, triggers } = exchange
  if (!host.cors && !host.explain && faults === undefined) return response
  if (faults === undefined && triggers === undefined && exchange.broken === undefined && response.headers === jsonHeaders) {
    const { status, body, bytes } = response
    const headers = host.explain ? (host.cors ? corsExplained : explained)(exchange.citations) : corsJson
    return bytes === undefined ? { status, headers, body } : { status, headers, body, bytes }
  }
  const headers = [...response.headers]
  if (host.cors) headers.push(...corsHeaders)
  if (host.explain) headers.push(...provenance(exchange))
  return faults === undefined ? { ...response, headers } : { ...response, headers, faults }
}

/** Which statements and triggers decided an answer. */
function provenance({ citations, triggers, broken }: Exchange): readonly string[] {
  const headers = [...statementHeaders(citations)]
  if (triggers !== undefined) headers.push('x-svc-emulator-triggers', triggers.join(', '))
  if (broken !== undefined) headers.push('x-svc-emulator-broken', broken)
  return headers
}

// Answers that rest on the same statements share a set of citations.
const statementHeaders = once((citations: CitationSet): readonly string[] => {
  const { clauses, assumptions } = statementsOf(citations)
  const headers: string[] = []
  if (clauses.length > 0) headers.push('x-svc-emulator-clauses', clauses.join(', '))
  if (assumptions.length > 0) headers.push('x-svc-emulator-assumptions', assumptions.join(', '))
  return headers
})

// All headers of the commonest answers: a transport, too, knows a list that it has sent before.
const corsJson: readonly string[] = [...jsonHeaders, ...corsHeaders]
const explained = once((citations: CitationSet): readonly string[] => [...jsonHeaders, ...statementHeaders(citations)])
const corsExplained = once((citations: CitationSet): readonly string[] => [...corsJson, ...statementHeaders(citations)])

export function statementsOf({ positions }: CitationSet): { clauses: string[]; assumptions: string[] } {
  const sorted = [...positions].sort((a, b) => a - b)
  const ids = (wanted: number[]) => wanted.map((position) => statementIds[position]!)
  return { clauses: ids(sorted.filter((p) => p < clauseCount)), assumptions: ids(sorted.filter((p) => p >= clauseCount)) }
}
