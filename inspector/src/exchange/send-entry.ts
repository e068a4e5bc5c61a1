import type { Source } from '../source/source.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { callOnce, queryOf } from '../try/call-once.ts'
import { headerOf, keyFor, keysOf, type WorldKey } from '../try/keys.ts'

/** What a transport adds for itself, and what says who asks. */
const notSent = new Set([
  'authorization',
  'x-api-key',
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
])

/**
 * Sends the request of an entry of a record to a world, with a key of that world that makes the same caller. Secrets are not in a record:
 * `[redacted]` is sent in their place. Rejects with what keeps it from being sent.
 */
export async function sendEntry(source: Source, entry: JournalEntry): Promise<void> {
  const key = keyFor(await keysOf(source), entry.caller, entry.acting_for)
  if (entry.via === 'socket')
    await callOnce(source, queryOf(key), {
      jsonrpc: '2.0',
      id: 1,
      method: entry.unit,
      params: entry.request.body ?? {},
    })
  else await source.request(entry.request.url.replace(/^\/v1(?=[/?]|$)/, ''), requestOf(entry, key))
}

function requestOf({ request, caller }: JournalEntry, key: WorldKey | undefined): RequestInit {
  const { method, headers, body } = request
  // What was sent as credentials was nobody's: it still is.
  const credentials =
    key === undefined && caller === null
      ? Object.entries(headers).filter(([name]) => name === 'x-api-key' || name === 'authorization')
      : []
  return {
    method,
    headers: Object.fromEntries([
      ...Object.entries(headers).filter(([name]) => !notSent.has(name)),
      ...credentials,
      ...(key === undefined ? [] : [headerOf(key)]),
    ]),
    ...(body !== null && { body: textOf(body) }),
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  const { bytes } = body as { bytes?: unknown }
  if (typeof bytes === 'number' && Object.keys(body as object).length === 1)
    throw new Error(
      `The body of this request, ${bytes} bytes that are no text, is not in the record: the request cannot be made again.`,
    )
  return JSON.stringify(body)
}
