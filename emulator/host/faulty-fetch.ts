import { deliver, type HttpCarrier } from '../engine/faults/http-delivery.ts'
import { plan } from '../engine/faults/plan.ts'
import { isBodiless } from '../engine/faults/answer-body.ts'
import type { Client, WireResponse } from '../engine/kernel/wire.ts'
import { realTimers } from './real-timers.ts'
import { responseInit } from './response-init.ts'

/** Converts an answer with faults to Fetch. Rejects as `fetch` does if the connection ends without an answer. */
export function faultyResponse(response: WireResponse, request: FetchedRequest, client?: Client): Promise<Response> {
  return new Promise((resolve, reject) => {
    deliver(plan(response, request.method), new FetchCarrier(resolve, reject, request, client))
  })
}

type FetchedRequest = Pick<Request, 'method'> & Partial<Pick<Request, 'signal'>>

class FetchCarrier implements HttpCarrier {
  readonly #resolve: (response: Response) => void
  readonly #reject: (reason: unknown) => void
  // Keeps the request, not only its signal: the signal fires only while the request is referenced.
  readonly #request: FetchedRequest
  readonly #client: Client | undefined
  readonly #cancelled = new AbortController()
  #body: Body | undefined

  constructor(
    resolve: (response: Response) => void,
    reject: (reason: unknown) => void,
    request: FetchedRequest,
    client: Client | undefined,
  ) {
    this.#resolve = resolve
    this.#reject = reject
    this.#request = request
    this.#client = client
  }

  wait(milliseconds: number, then: () => void): void {
    // `AbortSignal.any` is not used: with a timeout signal, Node 20 collects its result, which then never fires.
    const signals = [this.#cancelled.signal, ...(this.#request.signal === undefined ? [] : [this.#request.signal])]
    const release = () => {
      for (const signal of signals) signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      cancel()
      release()
      this.#client?.end(true)
      this.#fail(signals.find(({ aborted }) => aborted)?.reason)
    }
    const cancel = realTimers.after(milliseconds, () => {
      release()
      then()
    })
    if (signals.some(({ aborted }) => aborted)) stop()
    else for (const signal of signals) signal.addEventListener('abort', stop)
  }

  drop(): void {
    this.#client?.end(false)
    this.#reject(networkError('other side closed', 'UND_ERR_SOCKET'))
  }

  reset(): void {
    this.#client?.end(false)
    this.#reject(networkError('read ECONNRESET', 'ECONNRESET'))
  }

  head(status: number, list: readonly string[], length: number | null): void {
    const init = responseInit(status, list, length ?? undefined)
    if (this.#request.method === 'HEAD' || isBodiless(status)) {
      this.#resolve(new Response(null, init))
      return
    }
    this.#body = new Body(() => this.#cancelled.abort())
    this.#resolve(new Response(this.#body.stream, init))
  }

  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#body?.add((controller) => controller.enqueue(bytes))
  }

  finish(): void {
    this.#client?.end(false)
    this.#body?.add((controller) => controller.close())
  }

  cut(): void {
    this.#client?.end(false)
    this.#fail(new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') }))
  }

  #fail(reason: unknown): void {
    if (this.#body === undefined) this.#reject(reason)
    else this.#body.add((controller) => controller.error(reason))
  }
}

type StreamStep = (controller: ReadableStreamDefaultController<Uint8Array>) => void

/** A body whose steps happen as they are read: an error would discard data that waits in a stream's own buffer. */
class Body {
  readonly stream: ReadableStream<Uint8Array>
  readonly #steps: StreamStep[] = []
  #added: (() => void) | undefined

  constructor(cancel: () => void) {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (this.#steps.length === 0) await new Promise<void>((resolve) => (this.#added = resolve))
      this.#steps.shift()!(controller)
    }
    this.stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
  }

  add(step: StreamStep): void {
    this.#steps.push(step)
    this.#added?.()
  }
}

/** Error of a failed `fetch`. As in Node, its cause tells a closed connection from a reset one. */
function networkError(message: string, code: string): TypeError {
  return new TypeError('fetch failed', { cause: coded(message, code) })
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
