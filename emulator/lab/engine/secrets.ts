import { percentDecoded } from '../../engine/checking/percent-decoded.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import type { World } from '../../engine/world/world.ts'
import type { Outcome } from './client.ts'

/** Secrets of a world: its keys and tokens, and the contents of its credentials. */
export function findSecrets(world: World): string[] {
  const kept = Array.from(world.credentials.rows(), ({ record }) => record.value)
  return [
    ...Array.from(world.api_keys.rows(), ({ record }) => record.key),
    ...Array.from(world.tokens.rows(), ({ record }) => record.token),
    ...kept.filter(({ length }) => length >= MIN_SECRET),
  ]
}

/** Minimum length of a credential to search for: shorter ones occur in texts by chance. */
const MIN_SECRET = 8

/** Secrets that were created or stored since the start. */
export function findNewSecrets(world: World, known: readonly string[]): string[] {
  const before = new Set(known)
  return findSecrets(world).filter((secret) => !before.has(secret))
}

/** A secret that a request held outside of its credentials. */
export interface SentSecret {
  readonly secret: string
  /** Call and part of it: `POST /orgs, in the body`. */
  readonly where: string
}

const credentialHeaders = new Set(['authorization', 'x-api-key', 'cookie'])
const utf8 = new TextDecoder()

/** True if a text contains a secret. */
export function holdsSecret(text: string, secret: string): boolean {
  return listSpellings(secret).some((spelling) => text.includes(spelling))
}

/** A secret as it is and as JSON writes it, with escaped quotes and line breaks. */
function listSpellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return json === secret ? [secret] : [secret, json]
}

/** All text that a run showed. */
export function joinShownTexts({ output, said }: Outcome): string {
  return [...listTexts(output), said].join('\n')
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Uint8Array) return [utf8.decode(value)]
  if (value instanceof Error) return [value.message, ...listTexts(value.cause)]
  if (Array.isArray(value) || value instanceof Map || value instanceof Set)
    return [...(value as Iterable<unknown>)].flatMap(listTexts)
  return Object.entries(value).flatMap(([name, each]) => [name, ...listTexts(each)])
}

/** Finds secrets in requests outside of their credentials. Endpoints that store credentials are left out. */
export function secretsIn(entries: readonly KeptExchange[], secrets: readonly string[]): SentSecret[] {
  const sought = secrets.map((secret) => ({ secret, spellings: listSpellings(secret) }))
  return entries
    .filter(({ unit }) => unit?.path.startsWith('/credentials') !== true)
    .flatMap((entry) =>
      listParts(entry).flatMap(([place, text]) =>
        sought
          .filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling)))
          .map(({ secret }) => ({ secret, where: `${describeEntry(entry)}, ${place}` })),
      ),
    )
}

function describeEntry({ unit, request }: KeptExchange): string {
  return unit?.id ?? `${request.method} ${request.url.split('?', 1)[0]}`
}

function listParts({ request, call }: KeptExchange): [place: string, text: string][] {
  if (call !== undefined) {
    const { api_key: _key, access_token: _token, ...params } = call
    return [['in its parameters', JSON.stringify(params)]]
  }
  // The query of an upgrade may carry credentials.
  const address = request.url.startsWith(`${REALTIME}?`) ? '' : percentDecoded(request.url)
  return [
    ['in the address', address],
    ['in a header', joinHeaders(request.headers)],
    ['in the body', request.body === null ? '' : utf8.decode(request.body)],
  ]
}

function joinHeaders(headers: readonly string[]): string {
  return headers.filter((_, n) => n % 2 === 1 && !credentialHeaders.has(headers[n - 1]!.toLowerCase())).join('\n')
}
