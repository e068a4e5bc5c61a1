import type { Source } from '../source/source.ts'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { callOnce, credentialQuery } from '../try/call-once.ts'
import { credentialHeader, keyFor, fetchKeys, type WorldKey } from '../try/keys.ts'

/** Headers that the transport sets itself, and the credentials. */
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
 * Sends the request of a recorded entry to a world, with a key of that world that belongs to the same caller. A record
 * holds no secrets: `[redacted]` is sent in their place. Rejects with the reason if the request cannot be sent.
 */
export async function sendEntry(source: Source, entry: JournalEntry): Promise<void> {
  const key = keyFor(await fetchKeys(source), entry.caller, entry.acting_for)
  if (entry.via === 'socket')
    await callOnce(source, credentialQuery(key), {
      jsonrpc: '2.0',
      id: 1,
      method: entry.unit,
      params: entry.request.body ?? {},
    })
  else await source.request(entry.request.url.replace(/^\/v1(?=[/?]|$)/, ''), buildRequest(entry, key))
}

function buildRequest({ request, caller }: JournalEntry, key: WorldKey | undefined): RequestInit {
  const { method, headers, body } = request
  // Credentials that no caller owned are sent again unchanged: they are refused again.
  const credentials =
    key === undefined && caller === null
      ? Object.entries(headers).filter(([name]) => name === 'x-api-key' || name === 'authorization')
      : []
  return {
    method,
    headers: Object.fromEntries([
      ...Object.entries(headers).filter(([name]) => !notSent.has(name)),
      ...credentials,
      ...(key === undefined ? [] : [credentialHeader(key)]),
    ]),
    ...(body !== null && { body: bodyText(body) }),
  }
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body
  const { bytes } = body as { bytes?: unknown }
  if (typeof bytes === 'number' && Object.keys(body as object).length === 1)
    throw new Error(
      `The body of this request, ${bytes} bytes of binary data, is not in the record: the request cannot be sent again.`,
    )
  return JSON.stringify(body)
}
