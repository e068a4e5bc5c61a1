/** Shows an answer over HTTP as a client would see it. No real time passes. */
import { deliver, type HttpCarrier } from '../../engine/faults/http-delivery.ts'
import { plan } from '../../engine/faults/plan.ts'
import type { Client, WireResponse } from '../../engine/kernel/wire.ts'
import { joined, LATE, reasons } from './arrival.ts'
import type { HttpAnswer } from './target.ts'

/** The answer to a request, as it arrives within `timeout` (milliseconds). */
export function shownAnswer(
  response: WireResponse,
  method: string,
  timeout: number,
  client?: Pick<Client, 'end'>,
): HttpAnswer {
  const carrier = new ReplayCarrier(timeout)
  deliver(plan(response, method), carrier)
  const answer = carrier.arrived()
  client?.end(answer.reason === LATE)
  return answer
}

/** Counts the time that a transport would wait. */
class ReplayCarrier implements HttpCarrier {
  readonly #timeout: number
  #now = 0
  #due: { readonly at: number; readonly then: () => void } | undefined
  readonly #chunks: Uint8Array[] = []
  #head: Pick<HttpAnswer, 'status' | 'headers'> | undefined
  #broken: string | undefined

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  wait(milliseconds: number, then: () => void): void {
    this.#due = { at: this.#now + milliseconds, then }
  }

  drop(): void {
    this.#broken = reasons.UND_ERR_SOCKET
  }

  reset(): void {
    this.#broken = reasons.ECONNRESET
  }

  head(status: number, headers: readonly string[], length: number | null): void {
    this.#head = {
      status,
      headers: joinHeaders([...headers, ...(length === null ? [] : ['content-length', String(length)])]),
    }
  }

  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
  }

  finish(): void {}

  cut(): void {
    this.#broken = reasons.UND_ERR_SOCKET
  }

  /** Lets time pass, to the end of the answer or of the timeout. */
  arrived(): HttpAnswer {
    while (this.#due !== undefined) {
      const { at, then } = this.#due
      this.#due = undefined
      if (at >= this.#timeout) this.#broken = LATE
      else {
        this.#now = at
        then()
      }
    }
    const reason = this.#broken
    if (this.#head === undefined)
      return { outcome: 'no_answer', reason: reason ?? LATE, status: 0, headers: {}, bytes: new Uint8Array() }
    const answer = { ...this.#head, bytes: joined(this.#chunks) }
    return reason === undefined ? { outcome: 'answered', ...answer } : { outcome: 'cut', reason, ...answer }
  }
}

function joinHeaders(headers: readonly string[]): Record<string, string> {
  const found = new Map<string, string>()
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    found.set(name, found.has(name) ? `${found.get(name)}, ${value}` : value)
  }
  return Object.fromEntries(found)
}
