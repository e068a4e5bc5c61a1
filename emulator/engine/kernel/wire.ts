import type { Fault } from '../faults/registry.ts'

/** Request as it came over a wire, before it is interpreted. */
export interface WireRequest {
  readonly method: string
  /** Path and query as sent, percent-encoded: `/v1/users/me?x=1`. */
  readonly url: string
  /** Names and values in turn, as sent; a name may come twice. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** Scheme and host of its URL, if it came through Fetch. */
  readonly origin?: string
  /** Path below which a trusted proxy was asked: `/svc`. */
  readonly prefix?: string
  /** True for a request that came over TLS. */
  readonly secure?: boolean
  /** True for a call of the control API whose client is on another machine. */
  readonly elsewhere?: boolean
  /** True if the transport stopped reading because the body exceeded the size limit. */
  readonly tooLarge?: boolean
  /** Remark about its way here, for its entry of the journal. */
  readonly note?: string
}

const none: readonly never[] = []

/** Client of a request, as its transport sees it. A request without one has ended when it is answered. */
export class Client {
  #left: boolean | undefined
  #listeners: readonly ((left: boolean) => void)[] = none

  /** Calls `listener` when the answer has ended, at once if it has: `left` if the client left without all of it. */
  onEnd(listener: (left: boolean) => void): void {
    if (this.#left === undefined) this.#listeners = [...this.#listeners, listener]
    else listener(this.#left)
  }

  /** Says that the answer was handed over, or that the client left. Only the first call counts. */
  end(left: boolean): void {
    if (this.#left !== undefined) return
    this.#left = left
    for (const listener of this.#listeners) listener(left)
  }
}

/**
 * Long text that the transport pulls piece by piece, and ends (`return`) with the connection. An asynchronous one goes
 * on as things happen.
 */
export type WireStream = Iterable<string> | AsyncIterable<string>

export interface WireResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  /** Text that is generated while it is sent, in place of `body`, which is then null. */
  readonly stream?: WireStream | undefined
  /** Faults that the transport carries out. */
  readonly faults?: readonly Fault[] | undefined
}

/** Finds the value of a header; values of one that came more than once are joined by `, ` (RFC 9110, 5.3). */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  let found: string | undefined
  for (let i = 0; i < headers.length; i += 2) {
    const candidate = headers[i]!
    if (candidate.length !== name.length) continue
    if (candidate !== name && candidate.toLowerCase() !== name) continue
    found = found === undefined ? headers[i + 1]! : `${found}, ${headers[i + 1]!}`
  }
  return found
}

/** Finds the values of a header, one for each line in which it was sent. */
export function findLines(headers: readonly string[], name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name)
}
