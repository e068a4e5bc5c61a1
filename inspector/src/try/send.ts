import { callOnce, credentialQuery } from './call-once.ts'
import type { Source } from '../source/source.ts'
import type { Line, Outcome } from '../timeline/line.ts'
import { credentialHeader, type WorldKey } from './keys.ts'
import type { Request } from './request.ts'
import type { TryUnit } from './units.ts'

/** Outcome of a tried request. */
export interface Tried {
  /** HTTP status; undefined for a call over a socket. */
  readonly status: number | undefined
  readonly error: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Its line in the timeline; undefined if it left none. */
  readonly line: Line | undefined
}

/** Classifies an answer by its status, as the timeline does; a call over a socket has none. */
export function classifyTried({ status = 0, error }: Pick<Tried, 'status' | 'error'>): Outcome {
  if (status >= 500 || error === 'internal_error') return 'failed'
  return status >= 400 || error !== null ? 'refused' : 'success'
}

/** Sends a request and finds its line in the timeline. Rejects if there was no answer. */
export function sendHttp(
  source: Source,
  unit: TryUnit,
  { method, path, headers, body }: Request,
  key: WorldKey | undefined,
): Promise<Tried> {
  return recorded(source, unit, async () => {
    const type = unit.bodyType ?? 'application/json'
    const response = await source
      .request(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': type }),
          ...headers,
          ...(key !== undefined && Object.fromEntries([credentialHeader(key)])),
        },
        ...(body !== undefined && { body: unit.bodyType === undefined ? JSON.stringify(body) : String(body) }),
      })
      .catch(() => {
        throw new Error(
          'No answer came: the connection was closed. A trigger may have done that; the timeline says so.',
        )
      })
    const answer = parseAnswer(await response.text())
    return {
      status: response.status,
      error: (answer as { error?: string } | null)?.error ?? null,
      headers: Object.fromEntries(response.headers),
      body: answer,
    }
  })
}

/** Calls a command over a socket of its own. Rejects if the socket closes before the answer. */
export function sendCall(source: Source, unit: TryUnit, params: unknown, key: WorldKey | undefined): Promise<Tried> {
  return recorded(source, unit, async () => {
    const answer = await callOnce(source, credentialQuery(key), { jsonrpc: '2.0', id: 1, method: unit.name, params })
    const { result, error } = answer as { result?: unknown; error?: { message: string; data?: { error?: string } } }
    return {
      status: undefined,
      error: error === undefined ? null : (error.data?.error ?? error.message),
      headers: {},
      body: error ?? result,
    }
  })
}

async function recorded(source: Source, unit: TryUnit, send: () => Promise<Omit<Tried, 'line'>>): Promise<Tried> {
  const { next: before } = await source.call('GET /journal', { query: { show: 'lines', limit: 1 } })
  const answer = await send()
  const { entries } = await source.call('GET /journal', { query: { show: 'lines', after: before } })
  return {
    ...answer,
    line:
      entries.findLast((line) => line.unit === unit.name && line.via === unit.transport) ??
      entries.findLast(({ via }) => via === unit.transport),
  }
}

function parseAnswer(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
