import { citedStatements } from '../coverage/citation-set.ts'
import type { NotedAnswer } from '../coverage/meetings.ts'
import { findAltered } from '../journal/altered.ts'
import { findHeader } from './wire.ts'
import type { KeptExchange } from '../journal/entry.ts'

/** An answer with its request, for the lab: two are equal where a client saw no difference. */
export function describeAnswer(exchange: KeptExchange): NotedAnswer {
  const { unit, request, failure, citations, params, call, response, key } = exchange
  const { clauses, assumptions } = citedStatements(citations)
  const told = [request.url, params, call, request.body, response?.status, response?.headers, response?.body]
  const sent = key === undefined ? findHeader(request.headers, 'x-api-key') : undefined
  return {
    unit: unit?.id ?? null,
    error: failure?.code ?? null,
    statements: [...clauses, ...assumptions],
    altered: [...findAltered([exchange])],
    key: key ?? null,
    ...(sent !== undefined && { unknownKey: sent }),
    content: JSON.stringify(told, (_, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
    ),
  }
}
