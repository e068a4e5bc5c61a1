import type { KeptExchange } from './entry.ts'
import { REDACTED, secretsInHead, secretsInJson } from './redact.ts'
import { nestsTooDeep } from './render.ts'
import { SecretTexts } from './secret-texts.ts'

/** Values of secrets: from secret fields of journal entries, and from the world. */
export class KnownSecrets {
  /** True for a key or a token of the world; set by the host. */
  isSecret: ((text: string) => boolean) | undefined = undefined
  readonly #texts = new SecretTexts((word) => (this.isSecret?.(word) === true ? REDACTED : undefined))
  readonly #journal: { readonly last: number; raw(after: number): Iterable<KeptExchange> }
  /** Number of the last entry whose secrets are known. */
  #scanned = 0

  constructor(journal: { readonly last: number; raw(after: number): Iterable<KeptExchange> }) {
    this.#journal = journal
  }

  /** Gives a function that hides, in a text, the secrets of all entries until now. */
  hider(): (text: string) => string {
    for (const entry of this.#journal.raw(this.#scanned))
      for (const secret of findSecrets(entry)) this.#texts.add(secret, REDACTED)
    this.#scanned = this.#journal.last
    return (text) => this.#texts.replace(text)
  }
}

/** Secrets of an exchange, by their places: credentials that were sent, and fields of the endpoints that have any. */
export function findSecrets(entry: KeptExchange): string[] {
  const { request, response, call, unit } = entry
  const head = secretsInHead(request.url, request.headers)
  if (unit !== undefined && unit.secrets.length === 0 && call === undefined) return head
  const asked = call === undefined ? request.body : nestsTooDeep(entry) ? null : JSON.stringify(call)
  return [...head, ...[asked, response?.body].flatMap((body) => secretsInJson(asText(body ?? ''), unit))]
}

function asText(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
